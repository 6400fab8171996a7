import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'
import { openEmptyDatabase } from '../fixtures/modelDatabase.ts'

let database: ServerDatabase

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database?.close())

/** The definitions of before: events were rows of the order itself. */
function formerModel() {
  const own = {
    type: 'array',
    title: 'Eventos',
    items: {
      type: 'object',
      properties: {
        code: { type: 'string', title: 'Código', format: 'code', maxLength: 40 },
        ack: { type: 'boolean', title: 'Recebido', default: false },
        em: { type: 'string', title: 'Quando', format: 'dateTime' },
      },
      required: ['code'],
    },
  }
  const files = readDefinitionFiles()
    .filter(({ path }) => !/\/AppEventos\./.test(path))
    .map(file => {
      if (!file.path.endsWith('/AppPedidos.schema.json')) return file
      const schema = JSON.parse(file.text)
      schema.properties.events = own
      return { ...file, text: JSON.stringify(schema) }
    })
  return readModel(files).model
}

test('events that stood in orders are those of the register after an update', async () => {
  await applyModel(database, formerModel(), [], [])
  const { rows } = await database.system.query(
    `WITH l AS (INSERT INTO lojas (nome_fantasia) VALUES ('Casa') RETURNING id),
       p AS (INSERT INTO "AppPedidos" ("lojaId", mode) SELECT id, 'DELIVERY' FROM l RETURNING "lojaId", id)
     INSERT INTO "AppPedidos_events" ("lojaId", "AppPedidosId", code, ack) SELECT "lojaId", id, 'PLACED', true FROM p RETURNING "AppPedidosId" AS "order"`,
  )
  const { model, migrations } = readDefinitions()
  await applyModel(database, model, migrations, [])
  const kept = await database.system.query(`SELECT "appPedidoId" AS "order", code, ack, version FROM "AppEventos"`)
  expect(kept.rows).toEqual([{ order: rows[0]?.order, code: 'PLACED', ack: true, version: expect.anything() }])
  const left = await database.system.query(`SELECT to_regclass('"AppPedidos_events"') AS former`)
  expect(left.rows).toEqual([{ former: null }])
})
