import { expect, it } from 'vitest'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { evaluate } from '../../../model/expression.ts'
import { readModel } from '../../../model/read.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { type DraftContext, editField, openDraft } from './recordDraft.ts'
import { toRequestBody } from './requestBody.ts'

const { model } = readModel(readDefinitionFiles())
const register = model.registers.Conta
if (!register) throw new Error('no register')
const now = '2026-03-11T01:30:00Z'
const context: DraftContext = {
  scope: {},
  evaluate: (of, expression, record) => evaluate(model, of.name, expression, { record, now, zone: 'America/Sao_Paulo' }),
  registerOf: name => model.registers[name],
  orderOf: of => computeOrderOf(model, of),
}
/** A bill whose category is one of those of its kind. */
const narrowed = {
  ...register,
  fields: register.fields.map(field =>
    field.name === 'classificacaoId' && field.reference
      ? { ...field, reference: { ...field.reference, where: { tipo: '$tipo' } } }
      : field,
  ),
}
const bill = { id: 1, version: 1, valor: 10, pago: false, pagamento: null }

it('a bill that is ticked as paid proposes the day of today by the store’s clock, which is sent and may be another', () => {
  const paid = editField(openDraft(register, bill, false, context), 'pago', true, undefined, context)
  expect(paid.values.pagamento).toBe('2026-03-10')
  expect(toRequestBody(paid, context)).toMatchObject({ pago: true, pagamento: '2026-03-10' })
  expect(editField(paid, 'pagamento', '2026-03-02', undefined, context).values.pagamento).toBe('2026-03-02')
})

it('a day that was chosen stands', () => {
  const open = openDraft(register, { ...bill, pagamento: '2026-02-01' }, false, context)
  const paid = editField(open, 'pago', true, undefined, context)
  expect(paid.values.pagamento).toBe('2026-02-01')
})

it('a bill that is not paid proposes none', () => {
  const open = openDraft(register, { ...bill, pago: true }, false, context)
  expect(editField(open, 'pago', false, undefined, context).values.pagamento).toBeNull()
})

it('a choice among others than before is emptied, and sent so', () => {
  const open = openDraft(narrowed, { ...bill, tipo: 'PAGAR', classificacaoId: 7 }, false, context)
  const changed = editField(open, 'tipo', 'RECEBER', undefined, context)
  expect(toRequestBody(changed, context)).toMatchObject({ tipo: 'RECEBER', classificacaoId: null })
  expect(editField(open, 'tipo', 'PAGAR', undefined, context).values.classificacaoId).toBe(7)
})
