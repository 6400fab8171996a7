import { expect, test } from 'vitest'
import { stubCepAnswer } from './stubServer.ts'
import { towns } from './towns.ts'

const ask = (cep: string) => stubCepAnswer({ method: 'GET', steps: ['ws', cep, 'json'] }).body

test('a CEP is always the same place', () => {
  expect(ask('01001000')).toMatchObject({ cep: '01001-000', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' })
  expect(ask('01001000')).toEqual(ask('01001000'))
  expect(ask('80010010')).toMatchObject({ localidade: 'Curitiba', uf: 'PR' })
})

test('what is given to nobody is not found', () => {
  expect(ask('99999999')).toEqual({ erro: 'true' })
  expect(ask('01001999')).toEqual({ erro: 'true' })
})

test('ranges do not meet', () => {
  const sorted = [...towns].sort((a, b) => a.from - b.from)
  for (const [at, town] of sorted.entries()) expect(town.from).toBeGreaterThan(sorted[at - 1]?.to ?? -1)
  for (const { ibge } of towns) expect(ibge).toMatch(/^\d{7}$/)
})
