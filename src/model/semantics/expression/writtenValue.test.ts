import { describe, expect, it } from 'vitest'
import { editedDefinitions } from '../../fixtures/editedDefinitions.ts'
import { type DefinitionFile, readModel } from '../../read.ts'

const orders = 'registers/oficina/ordens.schema.json'
const screens = 'registers/oficina/ordens.ui.json'

const right: readonly DefinitionFile[] = [
  {
    path: 'registers/admin/lojas.schema.json',
    text: '{ "title": "Lojas", "type": "object", "register": { "scope": "self", "label": "nome" }, "properties": { "nome": { "type": "string" } } }',
  },
  {
    path: orders,
    text: `{
  "title": "Ordens",
  "type": "object",
  "register": {
    "scope": "store", "label": "nome", "access": { "all": "logged" },
    "unique": [["nome"]],
    "assign": [{ "when": "isNew", "set": { "feita_em": "urgente ? now : startOfDay(dia)" } }],
    "rules": [{ "rule": "empty(fim) || date(fim) >= dia", "message": "ordem.fim", "fields": ["fim"] }]
  },
  "properties": {
    "nome": { "type": "string", "title": "Nome" },
    "senha": { "type": "string", "title": "Senha", "writeOnly": true },
    "urgente": { "type": "boolean", "title": "Urgente" },
    "km": { "type": "integer", "title": "Km", "maximum": 9 },
    "foto": { "type": "string", "format": "image", "title": "Foto" },
    "dia": { "type": "string", "format": "date", "title": "Dia", "defaultWhen": "addDays(today, 1)" },
    "fim": { "type": "string", "format": "dateTime", "title": "Fim" },
    "hora": { "type": "string", "format": "time", "title": "Hora", "defaultWhen": "clock(now)" },
    "feita_em": { "type": "string", "format": "dateTime", "title": "Feita em", "readOnly": true },
    "origem": { "type": "string", "title": "Origem", "oneOf": [{ "const": "LOJA", "title": "Loja" }, { "const": "APP", "title": "App" }], "defaultWhen": "urgente ? 'LOJA' : ''" },
    "situacao": {
      "type": "string", "title": "Situação", "default": "ABERTA",
      "oneOf": [{ "const": "ABERTA", "title": "Aberta" }, { "const": "FEITA", "title": "Feita" }],
      "ways": { "list": [{ "id": "concluir", "title": "Concluir", "to": "FEITA", "set": { "fim": "now", "km": "1 + 1" } }] }
    },
    "pecas": { "type": "array", "title": "Peças", "minItems": 1, "items": { "type": "object", "properties": { "peca": { "type": "string", "title": "Peça" } } } }
  },
  "required": ["nome", "situacao"]
}`,
  },
  {
    path: screens,
    text: `{
  "list": { "order": ["dia DESC"], "where": { "km": { "gt": 1 } } },
  "filter": { "fields": [
    { "field": "dia", "operator": "between", "default": "..today+7" },
    { "field": "km", "operator": "between", "default": "1..9" },
    { "field": "urgente", "default": true },
    { "field": "situacao", "default": "ABERTA" }
  ] },
  "actions": [{ "id": "km", "title": "Km", "place": ["bulk"], "set": { "km": 3 } },
    { "id": "alterar", "title": "Alterar", "place": ["bulk"], "dialog": "massEdit", "fields": ["dia", { "field": "fim", "empty": true }] }
  ]
}`,
  },
  { path: 'messages/ordens.json', text: '{ "messages": { "ordem.fim": { "text": "Fim antes do dia", "kind": "validation" } } }' },
]

it('values of their kind have no problem', () => {
  expect(readModel(right).problems).toEqual([])
})

type Case = readonly [what: string, from: string, to: string, code: string, near?: string]

/** Each is told once, at its line, with the nearest word where there is one. */
function told(file: string, cases: readonly Case[]): void {
  for (const [what, from, to, code, didYouMean] of cases)
    it(`${what} is told at its line`, () => {
      const { problems, line } = editedDefinitions(right, file, from, to)
      expect(problems).toEqual([expect.objectContaining({ file, line, code, ...(didYouMean ? { didYouMean } : {}) })])
    })
}

describe('what a register writes by itself', () =>
  told(orders, [
    ['a way that gives a text to a number', '"km": "1 + 1"', '"km": "nome"', 'expression-type'],
    ['a way that gives a day to a moment', '"fim": "now"', '"fim": "today"', 'expression-time'],
    ['a save that gives a moment or a day', 'startOfDay(dia)', 'dia', 'expression-time'],
    ['a first value that is a moment for a day', 'addDays(today, 1)', 'now', 'expression-time'],
    ['a first value that is no day', 'addDays(today, 1)', "'31/01/2026'", 'expression-time'],
    ['a first value that is a moment for a time', 'clock(now)', 'now', 'expression-time'],
    ['a first value that is no option', "? 'LOJA'", "? 'LOJAS'", 'option-unknown', 'LOJA'],
  ]))

describe('what is compared', () =>
  told(orders, [
    ['a moment with a day', 'date(fim) >= dia', 'fim >= dia', 'expression-time'],
    ['a moment with today', 'date(fim) >= dia', 'fim == today', 'expression-time'],
    ['a day with a time', 'date(fim) >= dia', "dia > '09:30'", 'expression-time'],
    ['a day with what is none', 'date(fim) >= dia', "dia > '31/01/2026'", 'expression-time'],
    ['a time with a moment', 'date(fim) >= dia', 'hora < now', 'expression-time'],
  ]))

describe('what nothing is found by, or asks for nothing', () => {
  told(orders, [
    ['a secret that is to be unique', '[["nome"]]', '[["senha"]]', 'column-secret'],
    ['rows that are required', '["nome", "situacao"]', '["nome", "pecas"]', 'required-list'],
  ])
  told(screens, [
    ['an order by a secret', '"dia DESC"', '"senha DESC"', 'column-secret'],
    ['a condition over a secret', '{ "km": { "gt": 1 } }', '{ "senha": "x" }', 'column-secret'],
    ['a filter of a secret', '"field": "urgente", "default": true', '"field": "senha"', 'column-secret'],
    ['a filter of a picture', '"field": "urgente", "default": true', '"field": "foto"', 'filter-kind'],
  ])
})

describe('what a filter begins with, and an action sets', () =>
  told(screens, [
    ['no range', '"..today+7"', '"today"', 'filter-default'],
    ['a range of another word', '"..today+7"', '"..hoje"', 'filter-default'],
    ['a range of no numbers', '"1..9"', '"um..9"', 'filter-default'],
    ['what is not yes or no', '"default": true', '"default": "sim"', 'filter-default'],
    ['what is no option', '"default": "ABERTA"', '"default": "ABERTO"', 'option-unknown', 'ABERTA'],
    ['what is more than a field takes', '"km": 3', '"km": 30', 'value-invalid'],
    ['many records with what the server keeps', '["dia", {', '["feita_em", {', 'set-kept'],
    ['many records with one secret', '["dia", {', '["senha", {', 'set-kept'],
    ['many records without what is required', '"field": "fim", "empty"', '"field": "nome", "empty"', 'empty-required'],
    ['nothing where something must be', '{ "km": 3 }', '{ "nome": null }', 'value-invalid'],
  ]))
