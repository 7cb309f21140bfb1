/// The script of a page, in JavaScript: each part knows the parts before it.
enum PageScript {}
