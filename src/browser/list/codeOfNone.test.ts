import { expect, it } from 'vitest'
import { readDefinitions } from '../../server/start/definitions.ts'
import { codeOfNone } from './codeOfNone.ts'

const { registers } = readDefinitions().model

it('says to who may not create that there are none yet, and only of what nobody makes by hand that the system does', () => {
  const codes = (name: string): string[] => {
    const register = registers[name]
    if (!register) throw new Error(`There is no register ${name}`)
    return [true, false].map(may => codeOfNone(register, gate => may && gate !== undefined && gate !== 'false'))
  }
  expect(codes('unidades')).toEqual(['empty-register-f', 'empty-reader'])
  expect(codes('grupos')).toEqual(['empty-register-m', 'empty-reader'])
  expect(codes('Movimentos')).toEqual(['empty-elsewhere', 'empty-elsewhere'])
})
