import { expect, it } from 'vitest'
import { shopDefinitions } from '../../../model/fixtures/shop.ts'
import { readModel } from '../../../model/read.ts'
import { topLevelRegisters } from '../../../model/register.ts'
import { generatedValidator } from '../../../model/validation/generatedValidator.ts'
import { readDefinitions } from '../../start/definitions.ts'
import { recordValidator } from './recordValidator.ts'

it('every register has the validator that was generated from its definition', async () => {
  const { model } = readDefinitions()
  for (const register of topLevelRegisters(model)) {
    const generated = await generatedValidator(model, register.name)
    expect(generated, register.name).toBeDefined()
    expect(await recordValidator(model, register)).toBe(generated)
  }
})

it('a definition that was changed since gets one made from it, and so does a register without any', async () => {
  const { model } = readModel(shopDefinitions)
  for (const name of ['produtos', 'grupos']) {
    const register = model.registers[name]
    if (!register) throw new Error('the fixture has it')
    expect(await generatedValidator(model, name)).toBeUndefined()
    const validate = await recordValidator(model, register)
    expect(validate({})).toBe(false)
    expect(validate.errors?.map(({ keyword }) => keyword)).toContain('required')
  }
})
