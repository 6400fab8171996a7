import { describe, expect, it } from 'vitest'
import { makeComputeOrder } from '../../../model/computed/computeOrder.ts'
import type { Field, Register } from '../../../model/model.ts'
import { joinDraftContents, restoreDraft, toDraftContent } from './draftContent.ts'
import { countedProblems, keyProblemByRow } from './draftProblems.ts'
import { addRow, type FieldValues, moveRow, removeRow, restoreRow } from './draftRows.ts'
import { createDraftStore } from './draftStore.ts'
import { compareDraft, mergeDraft } from './mergeDraft.ts'
import {
  changedFields,
  changedLists,
  type DraftContext,
  editCell,
  editField,
  isDirty,
  openDraft,
  putRows,
  type RecordDraft,
} from './recordDraft.ts'
import { toRequestBody } from './requestBody.ts'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  title: name,
  kind: 'text',
  required: false,
  stored: true,
  readOnly: false,
  secret: false,
  clone: true,
  search: false,
  ...more,
})

const rowsRegister = {
  name: 'produtos.respostas',
  fields: [field('id', { readOnly: true }), field('nome'), field('dobro', { compute: 'dobro', stored: false })],
  lists: [],
}

const register = {
  name: 'produtos',
  fields: [
    field('id', { readOnly: true }),
    field('version', { readOnly: true }),
    field('nome'),
    field('custo', { kind: 'money' }),
    field('preco', { kind: 'money' }),
    field('margem', {
      kind: 'percent',
      stored: false,
      compute: 'margem',
      writes: { preco: 'preco da margem' },
      warn: { when: 'sem custo', message: 'custo-zero' },
    }),
    field('codigo', { clone: false }),
    field('foto', { kind: 'image' }),
    field('app', { kind: 'boolean' }),
    field('appNome', { visibleWhen: 'app', requiredWhen: 'app' }),
  ],
  lists: [{ name: 'respostas', title: 'Respostas', register: 'produtos.respostas', by: 'produtosId', clone: true }],
  rules: [],
  views: {
    form: {
      parts: [
        {
          id: 'dados',
          title: 'Dados',
          rows: [
            [
              { field: 'nome', span: 6 },
              { field: 'preco', span: 6 },
            ],
          ],
        },
        { id: 'respostas', title: 'Respostas', rows: [[{ list: 'respostas', columns: ['nome'] }]] },
      ],
    },
  },
} as unknown as Register

/** Stands in for CEL: what each expression of this file means. */
const meanings: Record<string, (s: Record<string, number>) => unknown> = {
  margem: s => (s.custo === 0 ? 0 : Math.round(((s.preco ?? 0) / (s.custo ?? 1) - 1) * 10000) / 100),
  'preco da margem': s => ((s.custo ?? 0) * (100 + (s.margem ?? 0))) / 100,
  'sem custo': s => s.custo === 0,
  app: s => Boolean(s.app),
  dobro: s => `${s.nome}${s.nome}`,
}
const registerOf: DraftContext['registerOf'] = name =>
  name === 'produtos.respostas' ? (rowsRegister as unknown as Register) : undefined
const context: DraftContext = {
  scope: { user: {}, store: {} },
  evaluate: (_, expression, scope) => meanings[expression]?.(scope as Record<string, number>),
  registerOf,
  orderOf: of => makeComputeOrder(of, { registerOf, reads: () => [] }),
}

const saved: FieldValues = {
  id: 7,
  version: 3,
  lojaId: 1,
  nome: 'Pão',
  custo: 10,
  preco: 15,
  app: false,
  codigo: '9',
  foto: '/files/a',
  respostas: [
    { id: 1, nome: 'a' },
    { id: 2, nome: 'b' },
  ],
}
const open = (record: FieldValues = saved, isNew = false): RecordDraft => openDraft(register, record, isNew, context)
const edit = (draft: RecordDraft, name: string, value: unknown) => editField(draft, name, value, undefined, context)

describe('a draft', () => {
  it('opens clean, with its computed fields', () => {
    const draft = open()
    expect(draft.values.margem).toBe(50)
    expect(isDirty(draft)).toBe(false)
  })
  it('computes both ways: price makes margin, margin makes price', () => {
    expect(edit(open(), 'preco', 20).values.margem).toBe(100)
    const draft = edit(open(), 'margem', 30)
    expect(draft.values.preco).toBe(13)
    expect(changedFields(draft)).toEqual(['preco'])
  })
  it('is clean again when a change is taken back', () => {
    const draft = edit(edit(open(), 'nome', 'Bolo'), 'nome', 'Pão')
    expect(isDirty(draft)).toBe(false)
    expect(isDirty(edit(open(), 'nome', ''))).toBe(true)
  })
  it('keeps the last value of a text that cannot be read, and is dirty', () => {
    const draft = editField(open(), 'preco', 15, { code: 'number-invalid' }, context)
    expect(draft.values.preco).toBe(15)
    expect(isDirty(draft)).toBe(true)
    expect(isDirty(edit(draft, 'preco', 15))).toBe(false)
  })
  it('sends what may be written, the version, and the rows with their marks', () => {
    const rows = removeRow(addRow(open().rows.respostas ?? [], { nome: 'c' }), 'id1')
    const body = toRequestBody(putRows(edit(open(), 'nome', 'Bolo'), 'respostas', rows, context), context)
    expect(body).toEqual({
      id: 7,
      version: 3,
      lojaId: 1,
      nome: 'Bolo',
      custo: 10,
      preco: 15,
      app: false,
      codigo: '9',
      foto: '/files/a',
      respostas: [{ id: 2, nome: 'b' }, { nome: 'c' }, { id: 1, deletar: true }],
    })
  })
})

describe('rows of a child list', () => {
  it('are removed, taken back and moved without losing their identity', () => {
    const rows = open().rows.respostas ?? []
    expect(restoreRow(removeRow(rows, 'id1'), 'id1')).toEqual(rows)
    expect(moveRow(rows, 'id2', -1).map(row => row.key)).toEqual(['id2', 'id1'])
    expect(moveRow(rows, 'id2', 1)).toEqual(rows)
    expect(changedLists(putRows(open(), 'respostas', moveRow(rows, 'id2', -1), context))).toEqual(['respostas'])
  })
  it('compute their own fields', () => {
    const draft = editCell(open(), 'respostas', 'id1', 'nome', 'x', context)
    expect(draft.rows.respostas?.[0]?.values).toMatchObject({ nome: 'x', dobro: 'xx' })
  })
  it('carry their problems by key, so that moving a row moves its problem', () => {
    const draft = putRows(open(), 'respostas', removeRow(open().rows.respostas ?? [], 'id1'), context)
    expect(keyProblemByRow(draft, { path: 'respostas.0.nome', code: 'required' }).path).toBe('respostas.id2.nome')
  })
})

describe('a merge after another saved', () => {
  const theirs: FieldValues = { ...saved, version: 4, nome: 'Broa', custo: 12, codigo: '10' }
  it('asks only about fields that both changed', () => {
    const draft = edit(edit(open(), 'nome', 'Bolo'), 'app', true)
    const found = compareDraft(draft, theirs)
    expect(found.conflicts.map(one => [one.name, one.mine, one.theirs])).toEqual([['nome', 'Bolo', 'Broa']])
    expect(found.taken).toEqual(['custo', 'codigo'])
  })
  it('keeps mine, takes theirs, and carries the new version', () => {
    const draft = edit(edit(open(), 'nome', 'Bolo'), 'app', true)
    expect(mergeDraft(draft, theirs, new Set(), context).values).toMatchObject({ nome: 'Bolo', app: true, custo: 12, version: 4 })
    expect(mergeDraft(draft, theirs, new Set(['nome']), context).values).toMatchObject({ nome: 'Broa', app: true, codigo: '10' })
    expect(toRequestBody(mergeDraft(draft, theirs, new Set(), context), context)).toMatchObject({ version: 4, nome: 'Bolo' })
  })
  it('asks about a list that both changed', () => {
    const draft = editCell(open(), 'respostas', 'id1', 'nome', 'x', context)
    expect(compareDraft(draft, { ...saved, respostas: [{ id: 1, nome: 'y' }] }).conflicts.map(one => one.name)).toEqual([
      'respostas',
    ])
  })
  it('does not say that a list was changed whose rows only bring along the name of the record', () => {
    const named = (nome: string): FieldValues => ({
      ...saved,
      nome,
      respostas: (saved.respostas as FieldValues[]).map(row => ({ ...row, produto: { id: 7, nome } })),
    })
    const draft = edit(open(named('Pão')), 'app', true)
    expect(compareDraft(draft, named('Broa'))).toEqual({ conflicts: [], taken: ['nome'] })
    const fewer = { ...named('Broa'), respostas: [{ id: 1, nome: 'a' }] }
    expect(compareDraft(draft, fewer).taken).toEqual(['nome', 'Respostas'])
    // Rows that the server keeps are nobody's change here, as its fields are not.
    const kept = { ...register, lists: register.lists.map(list => ({ ...list, readOnly: true })) } as typeof register
    expect(compareDraft({ ...draft, register: kept }, fewer).taken).toEqual(['nome'])
  })
})

describe('the store', () => {
  const make = (problems: { path: string; code: string }[] = []) =>
    createDraftStore(open(), { context, may: () => true, check: () => problems })
  it('changes the views of the fields that an edit touches and no others', () => {
    const store = make()
    const before = store.state()
    store.edit('preco', 20)
    const after = store.state()
    const changed = Object.keys(after.fields).filter(name => after.fields[name] !== before.fields[name])
    expect(changed).toEqual(['preco', 'margem'])
  })
  it('puts off what a letter sets off, but never past a reader or another change', async () => {
    const store = make()
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    const type = (price: number): void => store.defer(() => store.edit('preco', price))
    type(18)
    type(20)
    expect([told, store.shown().values.preco]).toEqual([0, 15])
    expect(store.draft().values).toMatchObject({ preco: 20, margem: 100 })
    type(30)
    store.edit('custo', 15)
    expect(store.shown().values).toMatchObject({ preco: 30, custo: 15, margem: 100 })
    type(45)
    store.leave('preco')
    expect(store.shown().values.margem).toBe(200)
    type(60)
    await expect.poll(() => store.shown().values.preco).toBe(60)
    type(75)
    store.reset(open())
    expect(store.draft().values.preco).toBe(15)
  })
  it('shows and hides by condition', () => {
    const store = make()
    expect(store.field('appNome')?.visible).toBe(false)
    store.edit('app', true)
    expect(store.field('appNome')).toMatchObject({ visible: true, required: true })
  })
  it('warns after an edit of the field, and stops when it no longer holds', () => {
    const store = make()
    store.edit('custo', 0)
    store.edit('margem', 20)
    expect(store.field('margem')?.warning).toBe('custo-zero')
    store.edit('custo', 5)
    expect(store.field('margem')?.warning).toBeUndefined()
  })
  it('shows a problem when its field is left, all of them on a save, and counts them by part', () => {
    const store = make([
      { path: 'nome', code: 'required' },
      { path: 'respostas.1.nome', code: 'required' },
    ])
    store.edit('preco', 20)
    expect(store.state().problems).toBe(0)
    store.leave('preco')
    expect([store.state().problems, store.field('nome')?.problem]).toEqual([0, undefined])
    store.leave('nome')
    expect(store.field('nome')?.problem?.code).toBe('required')
    expect(store.tryAll()).toHaveLength(2)
    expect(store.first()?.path).toBe('nome')
    expect(store.state().parts.map(part => part.problems)).toEqual([1, 1])
    expect(store.state().lists.respostas?.problems).toHaveProperty('id2.nome')
  })
  it('lets a refusal of the server stand until its field changes', () => {
    const store = make()
    store.refuse([{ path: 'codigo', code: 'unique' }])
    store.edit('nome', 'Bolo')
    expect(store.field('codigo')?.problem?.code).toBe('unique')
    store.edit('codigo', '11')
    expect(store.field('codigo')?.problem).toBeUndefined()
  })
  it('stops a save while a cell cannot be read, until it can or its row is taken out', () => {
    const store = make()
    store.readCell('respostas.id2.nome', { code: 'time-invalid', text: '99' }, false)
    expect(store.state()).toMatchObject({ dirty: true, problems: 0 })
    expect(store.tryAll()).toEqual([{ path: 'respostas.id2.nome', code: 'time-invalid' }])
    expect(store.state().parts.map(part => part.problems)).toEqual([0, 1])
    const kept = JSON.parse(JSON.stringify(toDraftContent(store.draft())))
    const again = restoreDraft(kept, open(), context)
    expect(again?.unreadable).toEqual({ 'respostas.id2.nome': { code: 'time-invalid', text: '99' } })
    store.rows('respostas', rows => removeRow(rows, 'id2'))
    expect(store.tryAll()).toEqual([])
    store.rows('respostas', rows => restoreRow(rows, 'id2'))
    store.editCell('respostas', 'id2', 'nome', 'Mal passada')
    expect(store.tryAll()).toEqual([])
  })
  it('keeps a half-typed text with its field', () => {
    const store = make()
    store.edit('preco', 10, { code: 'number-invalid', text: '10,' })
    const again = restoreDraft(JSON.parse(JSON.stringify(toDraftContent(store.draft()))), open(), context)
    expect(again?.unreadable).toEqual({ preco: { code: 'number-invalid', text: '10,' } })
  })
  it('puts what was typed later over an older draft that nobody answered', () => {
    const typed = (values: Readonly<Record<string, string>>) => {
      const store = make()
      for (const [name, value] of Object.entries(values)) store.edit(name, value)
      return JSON.parse(JSON.stringify(toDraftContent(store.draft())))
    }
    const joined = joinDraftContents(typed({ nome: 'Antigo', codigo: '77' }), typed({ nome: 'Novo' }), open(), context)
    expect(restoreDraft(joined, open(), context)?.values).toMatchObject({ nome: 'Novo', codigo: '77' })
  })
})

it('a rule that marks three fields is one thing to correct', () => {
  const rules = [{ rule: 'a || b || c', message: 'one-of', fields: ['a', 'b', 'c'] }]
  const problems = ['a', 'b', 'c'].map(path => ({ path, code: 'one-of' }))
  const others = ['nome', 'custo'].map(path => ({ path, code: 'required' }))
  expect(countedProblems({ rules }, [...problems, ...others]).map(({ path }) => path)).toEqual(['a', 'nome', 'custo'])
})
