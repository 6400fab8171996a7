import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import pg from 'pg'
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'
import { expect, test } from 'vitest'
import '../../../tests/fixedSeed.ts'
import { PreparedQuery, type StatementShapes } from './preparedQuery.ts'
import { readShortTexts } from './shortTexts.ts'

/** What goes to the server, as pg's connection would send it. */
const recorder = () => {
  const sent: string[] = []
  const note = (name: string) => () => {
    sent.push(name)
  }
  return {
    sent,
    connection: {
      parsedStatements: {},
      submittedNamedStatements: {},
      ...Object.fromEntries(['parse', 'bind', 'describe', 'execute', 'sync', 'flush', 'close'].map(name => [name, note(name)])),
    },
  }
}

const column = { name: 'a', tableID: 0, columnID: 0, dataTypeID: 23, dataTypeSize: 4, dataTypeModifier: -1, format: 'text' }

interface Inside {
  prepare(connection: object): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: object): void
  readonly _result: Record<string, unknown> & { readonly rows: unknown[] }
}

test('pg is the version whose inner parts are known: another one is a decision', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const installed = ['pg', 'pg-protocol'].map(name => {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }
    return version
  })
  expect([dependencies.pg, dependencies['pg-protocol']]).toEqual(installed)
  expect(installed).toEqual(['8.23.1', '1.16.1'])
})

test('what is overridden is there, under its name', () => {
  const query = pg.Query.prototype as unknown as Record<string, unknown>
  for (const name of ['prepare', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete'])
    expect([name, typeof query[name]]).toEqual([name, 'function'])
  const client = new pg.Client() as unknown as Record<string, unknown> & { connection: { stream: Record<string, unknown> } }
  expect(client).toHaveProperty('processID')
  expect([typeof client.connection.stream.cork, typeof client.connection.stream.uncork]).toEqual(['function', 'function'])
})

test('a statement is described once on a connection, and its rows are read the same after that', () => {
  const shapes: StatementShapes = new Map()
  const query = (): Inside => new PreparedQuery({ name: 's1', text: 'SELECT 1 AS a', values: [] }, shapes, () => {}) as never
  const { sent, connection } = recorder()

  const first = query()
  first.prepare(connection)
  expect(sent).toContain('describe')
  first.handleRowDescription({ fields: [column] })
  for (const name of ['fields', '_parsers', '_prebuiltEmptyResultObject']) expect(first._result[name]).toBeDefined()
  first.handleDataRow({ fields: ['1'] })

  sent.length = 0
  const second = query()
  second.prepare(connection)
  expect(sent).toEqual(expect.arrayContaining(['bind', 'execute']))
  expect(sent).not.toContain('describe')
  second.handleDataRow({ fields: ['1'] })
  second.handleDataRow({ fields: [null] })
  expect([first._result.rows, second._result.rows]).toEqual([[{ a: 1 }], [{ a: 1 }, { a: null }]])
})

test('a statement without rows is described once, too', () => {
  const shapes: StatementShapes = new Map()
  const query = (): Inside => new PreparedQuery({ name: 's1', text: 'DELETE FROM a', values: [] }, shapes, () => {}) as never
  const { sent, connection } = recorder()
  const first = query()
  first.prepare(connection)
  first.handleCommandComplete({ text: 'DELETE 2' }, connection)

  sent.length = 0
  const second = query()
  second.prepare(connection)
  second.handleCommandComplete({ text: 'DELETE 3' }, connection)
  expect(sent).not.toContain('describe')
  expect([first._result.rowCount, second._result.rowCount]).toEqual([2, 3])
})

test('texts of every length and alphabet are read as they were sent, one after the other', () => {
  readShortTexts()
  const text = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('t', 'f', '', 'é', 'abçd'),
  )
  fc.assert(
    fc.property(fc.array(text), texts => {
      const reader = new BufferReader()
      reader.setBuffer(3, Buffer.from(`???${texts.join('')}`))
      expect(texts.map(each => reader.string(Buffer.byteLength(each)))).toEqual(texts)
    }),
  )
})
