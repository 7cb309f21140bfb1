// Strata
