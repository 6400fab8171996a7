/** What an expression knows of the user. */
export const userTypes: Readonly<Record<string, 'string' | 'int' | 'bool'>> = {
  id: 'int',
  email: 'string',
  nome: 'string',
  name: 'string',
  admin: 'bool',
  owner: 'bool',
  /** How many stores the user may work in. */
  stores: 'int',
}
