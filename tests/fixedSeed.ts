import fc from 'fast-check'

/** Imported beside fast-check by every test of properties: the same examples each time, so that what failed fails again, and nothing fails by chance. */
fc.configureGlobal({ seed: 20_261_122 })
