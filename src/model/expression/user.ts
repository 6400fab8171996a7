/** The members of the user in an expression. */
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
