import { isRecord } from '../../base/record.ts'

/** Returns the value at a path in a reply: `loja.cnpj`. */
export const memberAt = (reply: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), reply)

/** The path of a member inside a row: of `itens.descricao` in rows at `itens`, `descricao`. */
export const rowMember = (rows: string, member: string): string =>
  member.startsWith(`${rows}.`) ? member.slice(rows.length + 1) : member
