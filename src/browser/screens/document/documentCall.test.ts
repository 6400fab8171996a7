import { expect, test } from 'vitest'
import { shopDefinitions } from '../../../model/fixtures/shop.ts'
import { readModel } from '../../../model/read.ts'
import { parseSearchParameters } from '../form/parseSearchParameters.ts'
import { documentCall } from './documentCall.ts'

const { model, problems } = readModel([
  ...shopDefinitions,
  {
    path: 'screens/comprovante.json',
    text: JSON.stringify({
      title: 'Comprovante',
      path: '/comprovante',
      gate: 'cardapio_ver',
      document: {
        parameters: { id: { type: 'integer', title: 'Número' } },
        call: { method: 'GET', path: 'produtos/{id}', query: { lojaId: 'store.id', pedido: 'id', de: 'user.email' } },
        failure: 'senha-igual',
        button: 'Imprimir',
        members: { nome: { type: 'string', title: 'Nome' } },
        facts: ['nome'],
      },
    }),
  },
])

test('a document calls for the record that its address names, in the chosen store', () => {
  expect(problems).toEqual([])
  const body = model.screens.comprovante?.body
  if (!body || !('document' in body)) throw new Error('no document')
  const { document } = body
  const record = parseSearchParameters(document.parameters, '?id=17')
  const moment = { record, user: { email: 'a@b.br' }, store: { id: 3 }, zone: 'America/Sao_Paulo' }
  expect(documentCall(document, model, moment)).toEqual({ path: 'produtos/17', query: { lojaId: 3, pedido: 17, de: 'a@b.br' } })
})
