import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { computeOrderOf } from '../../../model/computed/computeOrder.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'
import { validateRecord } from '../../../model/validation/validateRecord.ts'
import { readDefinitions } from '../../../server/start/definitions.ts'
import { createDraftStore, type DraftStore } from '../draft/draftStore.ts'
import { type DraftContext, openDraft } from '../draft/recordDraft.ts'
import { toRequestBody, toRequestFields } from '../draft/requestBody.ts'
import { formErrors } from './formErrors.ts'
import { formSchema } from './formSchema.ts'
import { formValidator, schemaValidator } from './formValidator.ts'

const { model } = readDefinitions()
const register = model.registers.unidades
if (!register) throw new Error('there are units')
const context: DraftContext = {
  scope: {},
  evaluate: () => null,
  registerOf: name => model.registers[name],
  orderOf: of => computeOrderOf(model, of),
}

describe('what rjsf shows of a draft', () => {
  const validate = formValidator(model, register)
  const schema = formSchema(model, register)
  const validator = schemaValidator(model, register, schema)
  let store: DraftStore

  beforeAll(async () => {
    await generatedValidator(model, register.name)
  })
  beforeEach(() => {
    store = createDraftStore(openDraft(register, {}, true, context), {
      context,
      may: () => true,
      check: draft => validateRecord(model, register.name, toRequestBody(draft, context), { isNew: true }, validate).problems,
    })
  })

  const shown = (): unknown => {
    const { customValidate, transformErrors } = formErrors({ store, model })
    const record = toRequestFields(store.draft())
    const { errorSchema } = validator.validateFormData(record, schema, customValidate, transformErrors)
    return errorSchema.nome?.__errors ?? []
  }
  const tooLong = formatMessage(model, 'too-long', { field: 'Nome', max: 10 })

  it('is nothing before a field is left, then its problem, once, and nothing when it is put right', () => {
    store.edit('nome', 'x'.repeat(11))
    expect(shown()).toEqual([])
    store.leave('nome')
    expect(shown()).toEqual([tooLong])
    store.edit('nome', 'un')
    store.tryAll()
    expect(shown()).toEqual([])
  })

  it('is everything once a save was tried: what rules demand as well as what the schema forbids', () => {
    store.tryAll()
    expect(shown()).toEqual([formatMessage(model, 'required', { field: 'Nome' })])
  })

  it('is what the draft knows besides: a text that cannot be read, and what the server refused, until it is changed', () => {
    store.edit('nome', null, { code: 'text-invalid', text: '?' })
    store.leave('nome')
    expect(shown()).toEqual([formatMessage(model, 'text-invalid', { field: 'Nome' })])
    store.edit('nome', 'un')
    store.refuse([{ path: 'nome', code: 'unique' }])
    expect(shown()).toEqual([formatMessage(model, 'unique')])
    store.edit('nome', 'dz')
    expect(shown()).not.toContain(formatMessage(model, 'unique'))
  })
})
