import { expect, test } from 'vitest'
import type { Queries } from '../database/queries.ts'
import { readDefinitions } from '../start/definitions.ts'
import { readStoreFields } from './storeFields.ts'

const { model } = readDefinitions()
const row = (registro: string, campo: string, inicial: string | null) => ({ registro, campo, titulo: null, inicial })

test('references of initial values are looked up in one statement a register, in the store alone', async () => {
  const asked: (readonly [string, readonly unknown[]])[] = []
  const q: Queries = {
    spread: false,
    query: async <R extends object>(text: string, params: readonly unknown[] = []) => {
      asked.push([text, params])
      const found = text.includes('Loja_campos')
        ? [
            row('produtos', 'grupoId', '7'),
            row('grupos', 'paiId', '8'),
            row('produtos', 'unidadeId', '3'),
            row('grupos', 'nome', '"Bar"'),
            row('grupos', 'cor', null),
          ]
        : [{ id: '7' }, { id: '3' }]
      return { rows: found as object[] as R[], rowCount: found.length }
    },
  }
  const heard = new Set<string>()
  const fields = await readStoreFields(q, model, 5, register => heard.add(register))
  expect(fields.filter(({ invalido }) => invalido).map(({ campo }) => campo)).toEqual(['paiId'])
  expect([...heard].sort()).toEqual(['grupos', 'unidades'])
  expect(asked.slice(1).map(([, params]) => params)).toEqual([
    [['7', '8'], 5],
    [['3'], 5],
  ])
})
