import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import '../fixedSeed.ts'
import { describe, expect, it } from 'vitest'
import definitions from '../../schemas/kinds.json' with { type: 'json' }
import { readCsv, writeCsv } from '../../src/base/csv.ts'
import type { Kind, Value } from '../../src/kinds/kind.ts'
import { kindByName, values } from '../../src/kinds/values.ts'
import { allKindCases } from './cases/allCases.ts'
import type { KindCase } from './cases/kindCase.ts'

const ajv = new Ajv2020({ strict: true, allErrors: false })
addFormats.default(ajv)

const holds = (arbitrary: fc.Arbitrary<Value>, predicate: (value: Value) => void): void =>
  fc.assert(
    fc.property(arbitrary, value => {
      predicate(value)
    }),
    { numRuns: 200 },
  )

const read = (kind: Kind, text: string, { o }: KindCase): unknown => {
  const result = kind.parse(text, o)
  return result.ok ? result.value : result.error.code
}

/** The value of a text that reads and passes the checks, else the code of its problem. */
const outcome = (kind: Kind, text: string, { o }: KindCase): Value | { code: string } => {
  const result = kind.parse(text, o)
  if (!result.ok) return { code: result.error.code }
  const problem = result.value === null ? undefined : kind.check(result.value, o)
  return problem ? { code: problem.code } : result.value
}

it('every kind and every refinement has a case', () => {
  expect(new Set(allKindCases.map(one => one.o.kind))).toEqual(new Set(Object.keys(values)))
  const refined = new Set(allKindCases.map(one => one.o.refinement))
  expect(Object.keys(definitions.refinements).filter(name => !refined.has(name))).toEqual([])
})

describe.each(allKindCases)('$name', one => {
  const { o } = one
  const kind = kindByName(o.kind)
  const shape = ajv.compile(kind.schema(o))

  it('takes its values as they are, and they obey the checks and the schema', () => {
    holds(one.values, value => {
      expect(kind.accept(value, o)).toEqual({ ok: true, value })
      expect(kind.check(value, o)).toBeUndefined()
      expect(shape(value), JSON.stringify(shape.errors)).toBe(true)
    })
  })

  it('reads back what an input starts from', () =>
    holds(one.values, value => expect(read(kind, kind.edit(value, o), one)).toEqual(value)))

  it.skipIf(one.lossy)('reads back what people see', () =>
    holds(one.values, value => expect(read(kind, kind.format(value, o), one)).toEqual(value)),
  )

  it('survives JSON', () =>
    holds(one.values, value => expect(kind.accept(JSON.parse(JSON.stringify(value)), o)).toEqual({ ok: true, value })))

  it('survives a CSV file', () => {
    fc.assert(
      fc.property(
        fc.array(one.values, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(';' as const, ',' as const, '\t' as const),
        (held, delimiter) => {
          const text = writeCsv([['linha', o.kind], ...held.map((value, index) => [`${index}`, kind.edit(value, o)])], {
            delimiter,
          })
          const csv = readCsv(new TextEncoder().encode(text))
          expect(csv.rows.map(row => read(kind, row[1] ?? '', one))).toEqual(held)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('has an empty value', () => {
    for (const blank of ['', ' ', '\u00a0']) if (o.refine?.look !== 'secret') expect(read(kind, blank, one)).toBeNull()
    expect([kind.format(null, o), kind.edit(null, o)]).toEqual(['', ''])
  })

  it('throws at no text, and what it reads from one is stable', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789.,-/: R$%hTZ') }),
    )
    fc.assert(
      fc.property(texts, text => {
        const value = outcome(kind, text, one)
        if (value === null || (typeof value === 'object' && 'code' in value)) return
        expect(kind.accept(value, o)).toEqual({ ok: true, value })
        expect(shape(value), JSON.stringify([value, shape.errors])).toBe(true)
        expect(read(kind, kind.edit(value, o), one)).toEqual(value)
        kind.format(value, o)
      }),
      { numRuns: 500 },
    )
  })

  it('throws at no JSON, and accepts what it accepted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), json => {
        const first = kind.accept(json, o)
        if (!first.ok) return
        expect(kind.accept(first.value, o)).toEqual(first)
        if (!kind.check(first.value, o) && first.value !== '') expect(shape(first.value)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  if (one.reads) it.each(one.reads)('reads %j as %j', (text, value) => expect(outcome(kind, text, one)).toEqual(value))
  if (one.refuses) it.each(one.refuses)('refuses %j: %s', (text, code) => expect(outcome(kind, text, one)).toEqual({ code }))
  if (one.shows) it.each(one.shows)('shows %j as %j', (value, text) => expect(kind.format(value, o)).toBe(text))
})
