import { createHash } from 'node:crypto'
import type { DatabaseObjects } from '../databaseObjects.ts'
import { checkedStatement } from './checkedStatement.ts'
import { releasedFunctions } from './releasedFunctions.ts'

/** Extensions that the product asks for. */
const extensions: ReadonlySet<string> = new Set(['btree_gin', 'pg_trgm'])

/** A name, or a name of a schema and one in it, as PostgreSQL writes them. */
const NAME = /^(?:"(?:[^"]|"")+"|[a-z_][a-z0-9_$]*)(?:\.(?:"(?:[^"]|"")+"|[a-z_][a-z0-9_$]*))?$/
const COLUMNS = /^(?:"(?:[^"]|"")+"|[a-z_][a-z0-9_$]*)(?:, (?:"(?:[^"]|"")+"|[a-z_][a-z0-9_$]*))*$/

/** @throws Error where what is to be a name in a statement is none */
export function demandNames(tables: DatabaseObjects['tables']): void {
  const odd = tables.find(({ name, columns }) => !NAME.test(name) || !(columns === '' || COLUMNS.test(columns)))
  if (odd) throw new Error(`"${`${odd.name} (${odd.columns})`.slice(0, 200)}" is no table with its columns.`)
}

/**
 * Returns the objects of an archive that no key proves, from statements that were taken apart and put together again: schemas, sequences, tables,
 * keys, indexes, views, policies and notes that call nothing but the functions that the product calls in them. Functions, which could do anything,
 * are those that a release wrote, to the letter. @throws Error naming the first statement that is anything else
 */
export function checkedObjects(objects: DatabaseObjects): DatabaseObjects {
  const odd = objects.extensions.find(({ name }) => !extensions.has(name))
  if (odd) throw new Error(`It asks for the extension ${odd.name}, which the product does not use.`)
  return {
    ...objects,
    before: objects.before.map(text => (isFunction(text) ? released(text) : checkedStatement(text))),
    after: objects.after.map(checkedStatement),
  }
}

/** Tells whether a statement makes a function. */
export const isFunction = (text: string): boolean => /^\s*CREATE OR REPLACE (FUNCTION|PROCEDURE)\s/i.test(text)

const released = (text: string): string => {
  if (releasedFunctions.has(functionDigest(text))) return text
  throw new Error(
    `No release wrote its function "${text.slice(0, 80).replaceAll('\n', ' ')}": restore it with the version that wrote it, and copy it from there.`,
  )
}

/** By what a function is known. */
export const functionDigest = (text: string): string => createHash('sha256').update(text.trim()).digest('hex').slice(0, 32)
