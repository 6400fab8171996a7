import type { Import, Model } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type Operation, type OperationContext, operation } from '../../operations/operation.ts'
import { demandSight } from '../../query/sight/unseen.ts'
import { tableOf } from '../../query/table.ts'
import type { WriteContext } from '../../write/unitOfWork.ts'
import { existingKeys } from './existingRecords.ts'
import { createImportFollowUp } from './importFollowUp.ts'
import { importRows } from './importRows.ts'

/** Rows and keys of one call: larger ones would hold a transaction for long. */
const MOST_ROWS = 2_000
const MOST_KEYS = 10_000

const place = {
  name: { type: 'string', description: 'Nome da importação' },
  lojaId: { type: 'integer', description: 'Loja; dispensada em cadastros globais e para quem tem uma só' },
}

/** The import of that name, for somebody who may use it. */
function openImport(model: Model, name: string, caller: Caller): Import {
  const load = Object.values(model.imports).find(each => each.name.toLowerCase() === name.toLowerCase())
  if (!load) throw new ApiError(404, 'import.unknown', { name })
  if (caller.rights[load.gate] !== true) throw gateRefusal(model, load.gate, caller.rights)
  return load
}

/** Nobody writes what they may not read, and a file answers no guess. */
function refuseHidden(
  rows: readonly Readonly<Record<string, unknown>>[],
  { columns, register: name, list }: Import,
  { model, caller }: Pick<OperationContext<unknown>, 'model' | 'caller'>,
): void {
  const table = tableOf(model, name)
  const below = table.lists.get(list?.name ?? '')
  const said = new Set(rows.flatMap(row => Object.keys(row).filter(key => row[key] !== undefined)))
  for (const { name: column, as, of } of columns) {
    if (!said.has(column)) continue
    if (of === undefined) demandSight(table, [column], caller.rights)
    else if (below && of === list?.name) demandSight(tableOf(model, below.register), [as], caller.rights)
  }
}

const writingOf = ({ writing }: OperationContext<unknown>, load: Import): WriteContext =>
  writing.action ? { ...writing, action: { ...writing.action, kind: 'importar', register: load.register } } : writing

/** Saves a batch of rows of a CSV file. */
const saveImport = operation({
  method: 'POST',
  path: 'imports/:name',
  title: 'Importar linhas de um arquivo',
  gate: 'logged',
  input: {
    type: 'object',
    properties: {
      ...place,
      rows: { type: 'array', items: { type: 'object' }, description: 'Linhas já convertidas, na ordem do arquivo' },
      skip: { type: 'boolean', default: false, description: 'Pula as linhas com erro e salva as demais' },
      change: { type: 'boolean', default: false, description: 'Altera também o que só o código diz que já existe' },
    },
    required: ['name', 'rows'],
  },
  output: objectOf({
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          status: { enum: ['created', 'changed', 'unchanged', 'failed', 'waiting'] },
          id: { type: ['integer', 'string'], description: 'O registro em que a linha está' },
          details: {
            type: 'array',
            items: {
              type: 'object',
              properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
        required: ['status'],
      },
    },
    saved: { type: 'integer' },
    unchanged: { type: 'integer' },
    failed: { type: 'integer' },
  }),
  messages: ['import.unknown', 'import.batch-too-large', 'import.forbidden-change'],
  async run(running) {
    const { name, rows, skip, change } = running.input
    const load = openImport(running.model, name, running.caller)
    if (rows.length > MOST_ROWS) throw new ApiError(400, 'import.batch-too-large', { max: MOST_ROWS })
    refuseHidden(rows, load, running)
    return importRows(rows, load, writingOf(running, load), { skip, change })
  },
})

/** Which keys exist already. */
const existingImportKeys = operation({
  method: 'POST',
  path: 'imports/:name/existentes',
  title: 'Saber quais chaves de uma importação já existem',
  gate: 'logged',
  input: {
    type: 'object',
    properties: { ...place, keys: { type: 'array', items: { type: 'object' }, description: 'Os campos da chave de cada linha' } },
    required: ['name', 'keys'],
  },
  output: objectOf({ existentes: { type: 'array', items: { type: 'boolean' } } }),
  messages: ['import.unknown', 'import.batch-too-large'],
  async run(running) {
    const { name, keys } = running.input
    const load = openImport(running.model, name, running.caller)
    if (keys.length > MOST_KEYS) throw new ApiError(400, 'import.batch-too-large', { max: MOST_KEYS })
    refuseHidden(keys, load, running)
    return { existentes: await existingKeys(keys, load, writingOf(running, load)) }
  },
})

/** The record that lists what an import saved: an initial inventory. */
const finishImport = operation({
  method: 'POST',
  path: 'imports/:name/concluir',
  title: 'Criar o que acompanha uma importação, como o estoque inicial',
  gate: 'logged',
  input: {
    type: 'object',
    properties: {
      ...place,
      rows: {
        type: 'array',
        items: { type: 'object' },
        description: 'De cada linha salva o id do registro e as colunas de que o acompanhamento é feito',
      },
    },
    required: ['name', 'rows'],
  },
  output: {
    type: ['object', 'null'],
    properties: {
      register: { type: 'string' },
      title: { type: 'string' },
      id: { type: 'integer' },
      count: { type: 'integer' },
    },
    required: ['register', 'title', 'id', 'count'],
  },
  messages: ['import.unknown', 'import.batch-too-large'],
  async run(running) {
    const { name, rows } = running.input
    const load = openImport(running.model, name, running.caller)
    if (rows.length > MOST_KEYS) throw new ApiError(400, 'import.batch-too-large', { max: MOST_KEYS })
    return createImportFollowUp(rows, load, writingOf(running, load))
  },
})

/** The calls of an import, in their order. */
export const importOperations: readonly Operation[] = [saveImport, existingImportKeys, finishImport]
