import { expect, test } from 'vitest'
import type { CalculatedDraft, CalculationCall, FormCalculator } from '../../../browser/plugin.ts'
import { shippedLaw } from '../../../domain/fiscal/public.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import createInvoiceCalculator from './invoiceCalculator.ts'

/** Does with the calculation what a form does, without the form. */
const context = {
  regime: 1,
  ambiente: 2,
  uf: 'SP',
  cred_sn_alq: 1.25,
  uf_destinatario: 'SP',
  municipio_destinatario: '',
  ie_destinatario: 9,
}
const product = {
  codigo: '7',
  descricao: 'Bolo',
  unidade: 'UN',
  cfop_estadual: '5102',
  cfop_federal: '6102',
  icms_cst: '101',
  pis_cst: '49',
}

const answer = (calculator: FormCalculator, replies: (call: CalculationCall) => unknown) => {
  const made: string[] = []
  return (draft: CalculatedDraft): CalculatedDraft => {
    for (let round = 0; round < 5; round += 1) {
      const calls = calculator.missing(draft)
      for (const call of calls) {
        made.push(call.key)
        calculator.take(call, replies(call))
      }
      draft = calculator.calculate(draft)
      if (calls.length === 0) break
    }
    return draft
  }
}
const replies = ({ key, query }: CalculationCall): unknown => {
  if (key === 'series') return [{ serie: 4, numero: 9 }]
  if (key.startsWith('number')) return key === 'number 4' ? [{ serie: 4, numero: 9 }] : []
  const far = query.destinatarioId === 2
  const loja = { ...context, ...(far ? { uf_destinatario: 'RJ', ie_destinatario: 1 } : {}) }
  return { loja, produtos: key.startsWith('products') ? { 7: product } : {}, lei: shippedLaw() }
}
const row = (key: string, values: object) => ({
  key,
  values: { quantidade: 2, valor_unitario: 10, ...values },
  base: undefined,
  removed: false,
})
const fresh: CalculatedDraft = { isNew: true, values: {}, base: {}, rows: { itens: [] } }
const open = () => answer(createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) }), replies)

test('a new note gets the series of the last one and the next number; another series has its own', () => {
  const work = open()
  const first = work(fresh)
  expect(first.values).toMatchObject({ serie: 4, numero: 10, identificador_operacao: 1, identificador_ie_dest: 1 })
  expect(work({ ...first, values: { ...first.values, serie: 5 } }).values).toMatchObject({ serie: 5, numero: 1 })
})

test('a number that somebody types stays until the series is another', () => {
  const work = open()
  const first = work(fresh)
  const typed = work({ ...first, values: { ...first.values, numero: 77 } })
  expect(typed.values).toMatchObject({ numero: 77 })
})

test('a number that somebody types before series and number are answered stays', () => {
  const calculator = createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) })
  // Asked as the form opens.
  expect(calculator.missing(fresh)).not.toEqual([])
  let draft = calculator.calculate(fresh)
  draft = calculator.calculate({ ...draft, values: { ...draft.values, numero: 77 } })
  for (let turn = 0; turn < 5; turn++) {
    for (const call of calculator.missing(draft)) calculator.take(call, replies(call))
    draft = calculator.calculate(draft)
  }
  expect(draft.values).toMatchObject({ serie: 4, numero: 77 })
  // It is of that series.
  draft = { ...draft, values: { ...draft.values, serie: 5 } }
  for (const call of calculator.missing(draft)) calculator.take(call, replies(call))
  expect(calculator.calculate(draft).values).toMatchObject({ serie: 5, numero: 1 })
})

test('operation and indicator follow the recipient, and stay when somebody changes them after', () => {
  const work = open()
  const far = work({ ...fresh, values: { destinatarioId: 2 } })
  expect(far.values).toMatchObject({ identificador_operacao: 2, identificador_ie_dest: 1 })
  const typed = work({ ...far, values: { ...far.values, identificador_ie_dest: 9 } })
  expect(typed.values).toMatchObject({ identificador_ie_dest: 9 })
})

test('an item takes codes and taxes of its product; what was typed stays, the CFOP follows the state', () => {
  const work = open()
  const near = work({ ...fresh, rows: { itens: [row('a', { produtoId: 7, descricao: 'Bolo de festa' })] } })
  const [item] = near.rows.itens ?? []
  expect(item?.values).toMatchObject({
    codigo: '7',
    descricao: 'Bolo de festa',
    cfop: '5102',
    icms_cst: '101',
    cred_sn_alq: 1.25,
    cred_sn_v: 0.25,
    valor_total: 20,
  })
  const far = work({ ...near, values: { ...near.values, destinatarioId: 2 } })
  expect(far.rows.itens?.[0]?.values).toMatchObject({ cfop: '6102', descricao: 'Bolo de festa' })
  const emptied = work({
    ...far,
    rows: { itens: far.rows.itens?.map(one => ({ ...one, values: { ...one.values, unidade: '' } })) ?? [] },
  })
  expect(emptied.rows.itens?.[0]?.values).toMatchObject({ unidade: '' })
})

test('the rate of an item follows the state of the recipient, from one to the next and home again', () => {
  const rates: Record<number, object> = {
    2: { uf_destinatario: 'RJ', icms_interestadual: 12, icms_importados: 4 },
    3: { uf_destinatario: 'BA', icms_interestadual: 7, icms_importados: 4 },
  }
  const taxed = { ...product, icms_cst: '00', icms_alq: 18 }
  const work = answer(createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) }), call => {
    const reply = replies(call)
    return Array.isArray(reply)
      ? reply
      : { loja: { ...context, ...rates[Number(call.query.destinatarioId)] }, produtos: { 7: taxed }, lei: shippedLaw() }
  })
  let draft: CalculatedDraft = { ...fresh, rows: { itens: [row('a', { produtoId: 7, descricao: 'Bolo' })] } }
  const rate = (destinatarioId: number): unknown => {
    draft = work({ ...draft, values: { ...draft.values, destinatarioId } })
    return draft.rows.itens?.[0]?.values.icms_alq
  }
  expect([rate(1), rate(2), rate(3), rate(1)]).toEqual([18, 12, 7, 18])
})

test('taxes that are typed before the recipient is answered stay, and the product still gives its codes; a copied item stays whole', () => {
  const calculator = createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) })
  const items = [row('a', { produtoId: 7 }), row('b', { produtoId: 7, icms_cst: '900' })]
  const added = { ...fresh, rows: { itens: items } }
  expect(calculator.missing(added).map(({ key }) => key)).toEqual([expect.stringMatching(/^context 0 /)])
  const typed = items.map(one => ({ ...one, values: { ...one.values, icms_cst: one.key === 'a' ? '201' : '900' } }))
  const [first, copied] = answer(calculator, replies)({ ...added, rows: { itens: typed } }).rows.itens ?? []
  expect(first?.values).toMatchObject({ icms_cst: '201', unidade: 'UN', cfop: '5102' })
  expect(copied?.values).toMatchObject({ icms_cst: '900' })
  expect(copied?.values).not.toHaveProperty('unidade')
})

test('what the calculation lacks is told while it is typed, by item, and is gone once it is there', () => {
  const calculator = createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) })
  const work = answer(calculator, replies)
  const items = [row('a', { produtoId: 7 }), row('b', { ibscbs_cclasstrib: '999999' }), row('c', { ibscbs_cclasstrib: '999999' })]
  const told = { emitida_em: '2027-02-01' }
  const draft = work({ ...fresh, values: told, rows: { itens: items } })
  const why = 'a classificação tributária do IBS e da CBS não é conhecida'
  expect(calculator.problems?.()).toContainEqual({ message: 'nfe.calculation-items', params: { items: '2, 3', why } })
  const mended = draft.rows.itens?.map(one => ({ ...one, values: { ...one.values, ibscbs_cclasstrib: '410999' } })) ?? []
  work({ ...draft, rows: { itens: mended } })
  expect(calculator.problems?.()).toEqual([])
  const many = Array.from({ length: 9 }, (_, at) => row(`m${at}`, { ibscbs_cclasstrib: '999999' }))
  work({ ...draft, rows: { itens: many } })
  expect(calculator.problems?.()).toEqual([{ message: 'nfe.calculation-many', params: { items: '1, 2, 3, 4, 5', more: 4, why } }])
})

test('freight of a note with 990 items reaches the first ones at once, and all of them after a few rounds: the same as worked out whole', () => {
  const calculator = createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) })
  const rows = Array.from({ length: 990 }, (_, at) => row(`r${at}`, { quantidade: 1, valor_unitario: 1 + (at % 7) }))
  const opened = answer(calculator, replies)({ ...fresh, rows: { itens: rows } })
  expect(calculator.continues?.()).toBe(false)
  const freight = (draft: CalculatedDraft) => draft.rows.itens?.map(({ values }) => values.valor_frete)
  const typed = { ...opened, values: { ...opened.values, total_frete: 990 } }
  let draft = calculator.calculate(typed)
  expect(calculator.continues?.()).toBe(true)
  // It is told once: whoever cannot go on is not asked for ever.
  expect(calculator.continues?.()).toBe(false)
  const whole = answer(createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) }), replies)(typed)
  expect(freight(draft)?.slice(0, 50)).toEqual(freight(whole)?.slice(0, 50))
  expect(freight(draft)?.at(-1)).not.toEqual(freight(whole)?.at(-1))
  let rounds = 0
  do {
    draft = calculator.calculate(draft)
    rounds += 1
  } while (calculator.continues?.() && rounds < 100)
  expect(freight(draft)).toEqual(freight(whole))
  expect(draft.values).toMatchObject({ total_nota: whole.values.total_nota })
})

test('rows that nothing changes in stay the same objects', () => {
  const work = open()
  const first = work({ ...fresh, rows: { itens: [row('a', {}), row('b', {})] } })
  const [a, b] = first.rows.itens ?? []
  const next = work({
    ...first,
    rows: { itens: [{ ...row('a', {}), values: { ...a?.values, quantidade: 3 } }, b ?? row('b', {})] },
  })
  expect(next.rows.itens?.[1]).toBe(b)
  expect(next.values).toMatchObject({ total_produtos: 50, total_nota: 50 })
})

test('fields of an item are closed by CST just as the calculation leaves them out', async () => {
  const { enabledIcmsFields, takesContribution, takesIpi } = await import('../../../domain/fiscal/core/public.ts')
  const { readModel } = await import('../../../model/read.ts')
  const { evaluate } = await import('../../../model/expression.ts')
  const { model } = readModel(readDefinitionFiles())
  const items = model.registers.NFe_emissaos?.views.form.parts.flatMap(part => part.rows.flat()) ?? []
  const list = items.find(item => 'list' in item && item.list === 'itens')
  const locks = (list && 'list' in list && list.readOnly) || []
  const child = model.registers.NFe_emissaos?.lists.find(({ name }) => name === 'itens')?.register ?? ''
  const closed = (field: string, record: object): boolean =>
    locks.some(
      ({ when, fields }) =>
        fields.includes(field) &&
        evaluate(model, child, when, { record: { ...record }, parent: { calculo_manual: true } }) === true,
    )
  const codes = model.registers[child]?.fields.find(({ name }) => name === 'icms_cst')?.choices ?? []
  expect(codes.length).toBe(21)
  for (const { value: icms_cst } of codes) {
    const enabled = enabledIcmsFields(String(icms_cst))
    expect([icms_cst, !closed('icms_red_bc', { icms_cst })]).toEqual([icms_cst, enabled.reduction])
    expect([icms_cst, !closed('icms_alq', { icms_cst })]).toEqual([icms_cst, enabled.icms])
    expect([icms_cst, !closed('icms_st_alq', { icms_cst })]).toEqual([icms_cst, enabled.substitution])
    expect([icms_cst, !closed('cred_sn_alq', { icms_cst })]).toEqual([icms_cst, enabled.simplesCredit])
  }
  for (const cst of ['01', '02', '04', '06', '49', '50', '98', '99']) {
    expect([cst, !closed('pis_alq', { pis_cst: cst })]).toEqual([cst, takesContribution(cst)])
    expect([cst, !closed('cofins_alq', { cofins_cst: cst })]).toEqual([cst, takesContribution(cst)])
    expect([cst, !closed('ipi_alq', { ipi_cst: cst })]).toEqual([cst, takesIpi(cst)])
  }
})

test('a note works by the regime of its own day', () => {
  const asked: CalculationCall[] = []
  const calculator = createInvoiceCalculator({ store: 1, dayOf: moment => moment.slice(0, 10) })
  const work = answer(calculator, call => {
    asked.push(call)
    const next = String(call.query.dia) >= '2027-01-01'
    return call.query.dia === undefined ? replies(call) : { ...Object(replies(call)), loja: { ...context, regime: next ? 3 : 1 } }
  })
  const item = row('1', { produtoId: 7 })
  const december = work({ ...fresh, values: { emitida_em: '2026-12-31T12:00:00.000Z' }, rows: { itens: [item] } })
  expect(december.rows.itens?.[0]?.values).toMatchObject({ cred_sn_alq: 1.25 })
  // The credit of the Simples is nobody's in the normal regime.
  const january = work({ ...fresh, values: { emitida_em: '2027-01-01T12:00:00.000Z' }, rows: { itens: [{ ...item, key: '2' }] } })
  expect(january.rows.itens?.[0]?.values).not.toHaveProperty('cred_sn_alq')
  expect(asked.filter(({ key }) => key.startsWith('context')).map(({ query }) => query.dia)).toEqual(['2026-12-31', '2027-01-01'])
})
