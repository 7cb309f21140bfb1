/// What a page does, in its own language: each part knows those before it.
enum PageScript {}
