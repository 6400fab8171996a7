import fc from 'fast-check'
import '../../../../tests/fixedSeed.ts'
import { expect, it } from 'vitest'
import { checkRecord } from '../../../model/check.ts'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { withComputed } from '../../../model/computed/withComputed.ts'
import { evaluate } from '../../../model/expression.ts'
import type { Model } from '../../../model/model.ts'
import { readModel } from '../../../model/read.ts'
import { addRow, isFieldValues, removeRow } from './draftRows.ts'
import { type DraftContext, editCell, editField, isDirty, openDraft, putRows } from './recordDraft.ts'
import { toRequestBody } from './requestBody.ts'

/** A term of a sum: a field of the record itself, or one across: the record's from a row, all rows' from the record. */
interface Term {
  readonly across: boolean
  readonly field: string
}

/** A computed field; its terms are plain fields, or computed ones of lower rank. */
interface Computed {
  readonly name: string
  readonly inRows: boolean
  readonly terms: readonly Term[]
}

type Numbers = Record<string, number>

const plainOf = (inRows: boolean): readonly string[] => (inRows ? ['q0', 'q1'] : ['a0', 'a1'])

/** Computed fields by rank, each with picks that say which earlier ones it reads. */
const computedFields = fc
  .array(
    fc.record({
      inRows: fc.boolean(),
      picks: fc.array(fc.record({ across: fc.boolean(), at: fc.nat(20) }), { minLength: 1, maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map(drawn => {
    const made: Computed[] = []
    for (const { inRows, picks } of drawn) {
      const terms = picks.map(({ across, at }): Term => {
        const there = across !== inRows
        const names = [...plainOf(there), ...made.filter(one => one.inRows === there).map(({ name }) => name)]
        return { across, field: names[at % names.length] ?? 'a0' }
      })
      made.push({ name: `c${made.length}`, inRows, terms })
    }
    return made
  })

const expressionOf = ({ inRows, terms }: Computed): string =>
  terms.map(({ across, field }) => (!across ? field : inRows ? `parent.${field}` : `sum(itens.map(i, i.${field}))`)).join(' + ')

/** One field that is shown only. */
const unstored = 'c1'

const whole = { type: 'integer', title: 'Número', minimum: -999999999999999, maximum: 999999999999999 }

/** The register, its fields written in an order that says nothing of what is computed first. */
function modelOf(computed: readonly Computed[]) {
  const properties = (inRows: boolean) => {
    const own = computed.filter(one => one.inRows === inRows)
    const written = own
      .toReversed()
      .map(one => [one.name, { ...whole, compute: expressionOf(one), stored: one.name !== unstored }] as const)
    return Object.fromEntries([...written, ...plainOf(inRows).map(name => [name, whole] as const)])
  }
  const register = {
    title: 'Contas',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
    properties: {
      ...properties(false),
      nome: { type: 'string', title: 'Nome' },
      itens: { type: 'array', title: 'Itens', items: { type: 'object', properties: properties(true) } },
    },
  }
  return readModel([{ path: 'registers/toys/contas.schema.json', text: JSON.stringify(register) }])
}

/** The same, worked out as one would on paper: each value asks for what it needs. */
function onPaper(computed: readonly Computed[], record: Numbers, rows: readonly Numbers[]): { record: Numbers; rows: Numbers[] } {
  const byName = new Map(computed.map(one => [one.name, one]))
  const value = (name: string, row: number | undefined): number => {
    const one = byName.get(name)
    if (!one) return (row === undefined ? record : rows[row])?.[name] ?? 0
    return one.terms.reduce((sum, { across, field }) => {
      if (!across) return sum + value(field, row)
      if (row !== undefined) return sum + value(field, undefined)
      return rows.reduce((all, _, at) => all + value(field, at), sum)
    }, 0)
  }
  const of = (inRows: boolean, row?: number): Numbers =>
    Object.fromEntries(computed.filter(one => one.inRows === inRows).map(({ name }) => [name, value(name, row)]))
  return { record: of(false), rows: rows.map((_, at) => of(true, at)) }
}

const contextOf = (model: Model): DraftContext => ({
  scope: {},
  evaluate: (of, expression, scope) =>
    evaluate(model, of.name, expression, { record: scope, parent: isFieldValues(scope.parent) ? scope.parent : undefined }),
  registerOf: name => model.registers[name],
  orderOf: of => computeOrderOf(model, of),
})

const numbers = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map(name => [name, fc.integer({ min: -50, max: 50 })])))

const forged = (computed: Numbers = {}): Numbers => Object.fromEntries(Object.keys(computed).map(name => [name, 999]))

it('server, form and a calculation on paper agree on what is computed, whatever is sent and in whichever order it is written', () => {
  fc.assert(
    fc.property(
      computedFields,
      numbers(plainOf(false)),
      fc.array(numbers(plainOf(true)), { maxLength: 4 }),
      fc.integer({ min: -50, max: 50 }),
      (computed, record, rows, later) => {
        const { model, problems } = modelOf(computed)
        expect(problems).toEqual([])
        const register = model.registers.contas
        if (!register) throw new Error('no register')
        const paper = onPaper(computed, record, rows)

        const itens = rows.map((row, at) => ({ ...forged(paper.rows[at]), ...row }))
        const server = checkRecord(model, 'contas', { nome: 'a', ...forged(paper.record), ...record, itens }, { isNew: true })
        expect(server.problems).toEqual([])
        expect(server.seen).toMatchObject({ ...paper.record, itens: paper.rows })
        for (const [name, value] of Object.entries(paper.record))
          expect(server.record[name]).toBe(name === unstored ? undefined : value)

        const context = contextOf(model)
        let draft = openDraft(register, { nome: 'a', itens: [] }, true, context)
        for (const [name, value] of Object.entries(record)) draft = editField(draft, name, value, undefined, context)
        for (const row of rows) draft = putRows(draft, 'itens', addRow(draft.rows.itens ?? [], row), context)
        const shown = () => ({ record: draft.values, rows: (draft.rows.itens ?? []).map(({ values }) => values) })
        expect(shown()).toMatchObject(paper)
        const body = toRequestBody(draft, context)
        for (const { name } of computed) expect(body).not.toHaveProperty(name)

        // A later change reaches all that depends on it, and a removed row is no longer counted.
        draft = editField(draft, 'a1', later, undefined, context)
        const [first, ...others] = draft.rows.itens ?? []
        if (first) draft = editCell(draft, 'itens', first.key, 'q0', later, context)
        const changed = rows.map((row, at) => (at === 0 ? { ...row, q0: later } : row))
        expect(shown()).toMatchObject(onPaper(computed, { ...record, a1: later }, changed))
        const last = others.at(-1)
        if (last) draft = putRows(draft, 'itens', removeRow(draft.rows.itens ?? [], last.key), context)
        expect(shown()).toMatchObject(onPaper(computed, { ...record, a1: later }, last ? changed.slice(0, -1) : changed))
      },
    ),
    { numRuns: 60, seed: 12 },
  )
})

it('a saved record opens as it was saved: what has become stale is no change of it, until something is edited', () => {
  const sum: Computed = {
    name: 'c0',
    inRows: false,
    terms: [
      { across: false, field: 'a0' },
      { across: true, field: 'q0' },
    ],
  }
  const { model } = modelOf([sum])
  const register = model.registers.contas
  if (!register) throw new Error('no register')
  const context = contextOf(model)
  const draft = openDraft(register, { id: 1, a0: 1, c0: 999, itens: [{ id: 1, q0: 2 }] }, false, context)
  expect([draft.values.c0, isDirty(draft)]).toEqual([999, false])
  expect(editField(draft, 'a0', 2, undefined, context).values.c0).toBe(4)
  const record = { a0: 1, c0: 999 }
  expect(withComputed(model, 'contas', { record })).toEqual(record)
})
