import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureImpact } from '../../../scripts/review/impact.ts'
import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { openDatabase } from '../../../src/server/database/pool.ts'
import type { ServerDatabase } from '../../../src/server/database/serverDatabase.ts'
import { applyModel } from '../../../src/server/tables/applyModel.ts'
import { type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'

const modelOf = (properties: object, more: { required?: string[]; unique?: string[][] } = {}): Model => {
  const { required = [], unique = [] } = more
  const definition = {
    $schema: '../../meta/register.json',
    title: 'Fretes',
    type: 'object',
    register: { scope: 'global', label: 'nome', unique, access: { all: 'admin' } },
    properties: { nome: { type: 'string', title: 'Nome', maxLength: 60 }, ...properties },
    required,
  }
  const text = JSON.stringify(definition)
  const messages = { unique: { text: 'Repetido', kind: 'validation' } }
  return readModel([
    { path: 'registers/cadastros/fretes.schema.json', text },
    { path: 'messages/a.json', text: JSON.stringify({ $schema: '../meta/messages.json', messages }) },
  ]).model
}

const prazo = { type: 'integer', title: 'Prazo' }
const modo = { type: 'string', title: 'Modo', oneOf: ['CIF', 'FOB'].map(each => ({ const: each, title: each })) }
const valor = { type: 'number', title: 'Valor', format: 'money' }
const before = modelOf({ prazo, modo, valor })

describe('the effect of a change on data', () => {
  let scratch: Scratch
  let database: ServerDatabase
  const texts = async (after: Model) =>
    (await measureImpact(database.system, before, after)).map(({ rows, text }) => `${rows} ${text}`)

  beforeAll(async () => {
    scratch = await scratchDatabase()
    database = openDatabase({ url: scratch.url, size: 2 })
    await applyModel(database, before, [])
    await database.system.query(`INSERT INTO fretes (nome, prazo, modo, valor) VALUES
      ('Ana', 3, 'CIF', 10), ('Ana', 30, 'FOB', NULL), ('Uma transportadora de nome comprido', NULL, 'FOB', 5.5)`)
  })

  afterAll(async () => {
    await database?.close()
    await scratch?.drop()
  })

  it('is nothing when nothing changes', async () => {
    expect(await texts(before)).toEqual([])
  })

  it('counts rows that break a new required, a narrower limit, an option that went', async () => {
    const nome = { type: 'string', title: 'Nome', maxLength: 20 }
    const after = modelOf(
      { nome, prazo: { ...prazo, maximum: 15 }, modo: { ...modo, oneOf: modo.oneOf.slice(0, 1) }, valor },
      { required: ['valor'] },
    )
    expect(await texts(after)).toEqual([
      '1 “Nome” deixa de aceitar o que há em 1 linha.',
      '1 “Prazo” deixa de aceitar o que há em 1 linha.',
      '2 “Modo” deixa de aceitar o que há em 2 linhas.',
      '1 “Valor” passa a ser obrigatório e está em branco em 1 linha.',
    ])
  })

  it('counts rows that repeat what may not, and data of columns that go', async () => {
    expect(await texts(modelOf({ prazo, modo }, { unique: [['nome']] }))).toEqual([
      '2 “Valor” sai da definição e tem valor em 2 linhas: apagar a coluna pede uma migração.',
      '2 “Nome” não pode mais se repetir e se repete em 2 linhas.',
    ])
  })

  it('says nothing of a new field whose default fills the rows, and counts what a default leaves blank', async () => {
    const after = modelOf(
      { prazo: { ...prazo, default: 1 }, modo, valor, dias: { ...prazo, default: 7 } },
      { required: ['prazo', 'dias'] },
    )
    expect(await texts(after)).toEqual(['1 “Prazo” passa a ser obrigatório e está em branco em 1 linha.'])
  })

  it('judges values of another kind as their column turns them: 3 is the text "3"', async () => {
    const text = (maxLength: number) => modelOf({ prazo: { type: 'string', title: 'Prazo', maxLength }, modo, valor })
    expect(await texts(text(5))).toEqual([])
    expect(await texts(text(1))).toEqual(['1 “Prazo” deixa de aceitar o que há em 1 linha.'])
    expect(await texts(modelOf({ prazo, modo: { type: 'integer', title: 'Modo' }, valor }))).toEqual([
      '3 “Modo” deixa de aceitar o que há em 3 linhas.',
    ])
  })

  it('says of several fields that they may not repeat together', async () => {
    expect(await texts(modelOf({ prazo, modo, valor }, { unique: [['nome', 'modo']] }))).toEqual([])
    const [found] = await measureImpact(database.system, before, modelOf({ prazo, modo, valor }, { unique: [['nome']] }))
    expect(found).toMatchObject({ stops: true })
  })

  it('counts rows that lack a new required field, and follows a renamed one', async () => {
    const after = modelOf(
      { dias: { ...prazo, was: 'prazo', maximum: 15 }, modo, valor, cep: { type: 'string', title: 'CEP' } },
      { required: ['cep'] },
    )
    expect(await texts(after)).toEqual([
      '1 “Prazo” deixa de aceitar o que há em 1 linha.',
      '3 “CEP” passa a ser obrigatório e está em branco em 3 linhas.',
    ])
  })
})
