import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import pg from 'pg'
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { expect, test } from 'vitest'
import '../../../tests/fixedSeed.ts'
import { PreparedQuery, type StatementShapes } from './preparedQuery.ts'
import { keepRowsAsSent } from './sentRow.ts'
import { readShortTexts } from './shortTexts.ts'

/** Records the messages to the server, as pg's connection would send them. */
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
  expect(client).toHaveProperty('connection.parsedStatements', {})
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

/** Messages as PostgreSQL sends them: rows of these texts, and their end. */
const sentRows = (rows: readonly (readonly (string | null)[])[]): Buffer => {
  const int = (value: number, bytes: number): Buffer => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeIntBE(value, 0, bytes)
    return buffer
  }
  const message = (code: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(code), int(body.length + 4, 4), body])
  const value = (text: string | null): Buffer =>
    text === null ? int(-1, 4) : Buffer.concat([int(Buffer.byteLength(text), 4), Buffer.from(text)])
  return Buffer.concat([
    ...rows.map(row => message('D', Buffer.concat([int(row.length, 2), ...row.map(value)]))),
    message('C', Buffer.from('SELECT 1\0')),
  ])
}

test('a row whose texts are made when they are asked for is the message that pg makes, however the bytes arrive', () => {
  const rows = fc.array(fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 5 }), { maxLength: 5 })
  const heard = (bytes: Buffer, cut: number): unknown[] => {
    const parser = new Parser()
    const messages: unknown[] = []
    // The parser moves bytes about in what it was given.
    for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)])
      parser.parse(Buffer.from(part), message => {
        const { name, length, fields } = message as { name: string; length: number; fields?: unknown }
        // A row that is read value by value is not read anew each time.
        expect(Reflect.get(message, 'fields')).toBe(fields)
        messages.push({ name, length, fields })
      })
    return messages
  }
  expect(typeof Reflect.get(Parser.prototype, 'handlePacket')).toBe('function')
  const cases = fc.sample(fc.tuple(rows, fc.nat()), 100).map(([drawn, at]) => {
    const bytes = sentRows(drawn)
    return { drawn, bytes, cut: at % bytes.length }
  })
  const before = cases.map(({ bytes, cut }) => heard(bytes, cut))
  keepRowsAsSent()
  for (const [at, { bytes, cut }] of cases.entries()) expect(heard(bytes, cut)).toEqual(before[at])
  expect(before.map(messages => messages.slice(0, -1).map(message => (message as { fields: unknown }).fields))).toEqual(
    cases.map(({ drawn }) => drawn),
  )
})
