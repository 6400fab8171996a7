/**
 * Names that definitions give and editors complete, by what they name: schemas/meta/names.json lists them. The checker does not
 * read the lists: a name is there from the moment that it is written, and a wrong one is told with the nearest.
 */
export const completedNames = [
  'kind',
  'register',
  'field',
  'gate',
  'flag',
  'message',
  'icon',
  'menuGroup',
  'page',
  'query',
  'filter',
  'sharedField',
] as const

/**
 * Names that only the register at hand gives: editors complete them from a schema of its own, schemas/meta/registers/<name>.json,
 * which the `$schema` of its UI schema names.
 */
export const ownNames = ['ownField', 'ownColumn', 'ownList', 'ownRowField', 'ownAction'] as const
