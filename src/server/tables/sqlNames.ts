import { createHash } from 'node:crypto'
import type { Register, Unique } from '../../model/model.ts'

/** An identifier inside double quotes. */
export const quotedIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quotedIdentifiers = (names: readonly string[]): string => names.map(quotedIdentifier).join(', ')

/** Text as an SQL literal. */
export const sqlLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Name of a constraint or index: what it is for people, and a hash of its definition for us. A changed definition has
 * another name, so the difference between wanted and present is one of names only. PostgreSQL keeps 63 bytes.
 */
export const constraintName = (table: string, kind: 'uq' | 'fk' | 'ix', definition: string): string => {
  const hash = createHash('sha256').update(`${table} ${definition}`).digest('hex').slice(0, 10)
  return `${table.slice(0, 48)}_${kind}_${hash}`
}

/** Columns of a unique constraint: the store first, the parent of a child row, then the fields. */
export const uniqueColumns = (register: Register, unique: Unique): string[] => {
  const before = [...(register.scope === 'global' ? [] : ['lojaId']), ...(register.parent ? [register.parent.by] : [])]
  return [...before.filter(name => !unique.fields.includes(name)), ...unique.fields]
}

/** Name of the constraint that a violation (23505) reports. */
export const uniqueName = (register: Register, unique: Unique): string =>
  constraintName(
    register.table,
    'uq',
    uniqueColumns(register, unique).join(' ') +
      (unique.where ? ` ${JSON.stringify(unique.where)}` : '') +
      (unique.emptyAlike ? ' empty alike' : ''),
  )

/** The constraint that a violation was reported of: a distributed database puts the number of the rows' part behind its name. */
export const wholeConstraintName = (reported = ''): string => reported.replace(/(_(?:uq|fk)_[0-9a-f]{10}|_pkey)_\d+$/, '$1')
