import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Environment } from '@marcbachmann/cel-js'
import { describe, expect, test } from 'vitest'
import { baseEnvironment } from '../src/model/expression/environment.ts'
import { evaluateInScope, scopeOfFields } from '../src/model/expression.ts'
import { readModel } from '../src/model/read.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/definitions/expressions.md'), 'utf8')

/** Rows of the table of functions: what it is called, an example, and what that gives. */
const rows = [...page.matchAll(/^\| `(\w+)\([^`]*\)` \| `([^`]+)` \| `([^`]+)`/gm)].map(
  ([, name = '', example = '', gives = '']) => ({
    name,
    example,
    gives,
  }),
)

const scope = scopeOfFields(readModel([]).model, [])

const plain = (value: unknown): string => (Array.isArray(value) ? `[${value.map(plain).join(', ')}]` : String(value))

describe('docs/definitions/expressions.md', () => {
  test.each(rows)('$name: the example gives what the page says', ({ example, gives }) => {
    expect(plain(evaluateInScope(scope, example, { record: {} }))).toBe(gives)
  })

  test('every function that is ours has its row', () => {
    const builtIn = new Set(new Environment().getDefinitions().functions.map(({ signature }) => signature))
    const ours = baseEnvironment()
      .getDefinitions()
      .functions.filter(({ name, signature }) => !builtIn.has(signature) && name !== 'type')
    const defined = new Set(ours.map(({ name }) => name))
    expect([...defined].filter(name => !rows.some(row => row.name === name))).toEqual([])
    expect(rows.length).toBeGreaterThan(20)
  })
})
