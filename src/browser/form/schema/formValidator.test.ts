import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Model, Register } from '../../../model/model.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'
import { readDefinitions } from '../../../server/start/definitions.ts'
import { partIdsByName } from '../draft/draftProblems.ts'
import { formSchema } from './formSchema.ts'
import { formUiSchema } from './formUiSchema.ts'
import { formValidator, schemaValidator } from './formValidator.ts'

const { model } = readDefinitions()

const registerNamed = (from: Model, name: string): Register => {
  const register = from.registers[name]
  if (!register) throw new Error(`There is no register ${name}`)
  return register
}

afterEach(() => vi.unstubAllGlobals())

describe("what rjsf is given for a register's form", () => {
  it('is its JSON Schema without defaults, and a UI schema that names kinds, options and order', () => {
    const register = registerNamed(model, 'parceiros')
    const schema = formSchema(model, register)
    expect(formSchema(model, register)).toBe(schema)
    expect(schema.$id).toBe('parceiros')
    expect(JSON.stringify(schema)).not.toContain('"default":')
    // Without what the form has no place for: rjsf would walk it at every key.
    expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual([...partIdsByName(register).keys()].toSorted())
    expect(schema.properties).not.toHaveProperty('version')
    const asked = formSchema(model, registerNamed(model, 'unidades'), [[{ field: 'nome', span: 12 }]])
    expect([Object.keys(asked.properties ?? {}), asked.required]).toEqual([['nome'], ['nome']])
    const ui = formUiSchema(register, schema)
    expect(formUiSchema(register, schema)).toBe(ui)
    for (const { name, kind } of register.fields)
      if (partIdsByName(register).has(name)) expect(ui[name]).toMatchObject({ 'ui:widget': kind })
      else expect(ui).not.toHaveProperty(name)
    expect(ui['ui:order']?.at(-1)).toBe('*')
  })

  it('is judged by the generated validator, without a compiler, once it has come', async () => {
    // A page's CSP forbids it.
    vi.stubGlobal('Function', () => {
      throw new Error('no eval')
    })
    const register = registerNamed(model, 'unidades')
    const validate = formValidator(model, register)
    const schema = formSchema(model, register)
    const validator = schemaValidator(model, register, schema)
    expect(validator.validateFormData({ nome: 'x'.repeat(11) }, schema).errors).toEqual([])
    await generatedValidator(model, 'unidades')
    await Promise.resolve()
    const { errors } = validator.validateFormData({ nome: 'x'.repeat(11), version: 'um' }, schema)
    expect(errors.map(({ name, property }) => [name, property])).toEqual([
      ['maxLength', '.nome'],
      ['type', '.version'],
    ])
    expect(validate({ nome: 'un' })).toBe(true)
    expect(validator.isValid(schema, { nome: 'un' }, schema)).toBe(true)
  })

  it('is left to the rules where the definition is newer than the generated code', async () => {
    const unidades = registerNamed(model, 'unidades')
    const fields = unidades.fields.map(field => (field.name === 'nome' ? { ...field, maxLength: 4 } : field))
    const changed: Model = { ...model, registers: { ...model.registers, unidades: { ...unidades, fields } } }
    const register = registerNamed(changed, 'unidades')
    const schema = formSchema(changed, register)
    const validator = schemaValidator(changed, register, schema)
    await generatedValidator(changed, 'unidades')
    await Promise.resolve()
    expect(validator.validateFormData({ nome: 7 }, schema).errors).toEqual([])
  })
})
