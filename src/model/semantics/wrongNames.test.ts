import { describe, expect, it } from 'vitest'
import { bookingDefinitions, bookingFiles } from '../fixtures/bookings.ts'
import { editedDefinitions } from '../fixtures/editedDefinitions.ts'
import { readModel } from '../read.ts'

type Case = readonly [what: string, from: string, to: string, code: string, didYouMean?: string]

/** Each is told once, at its line, with the nearest word where there is one. */
function told(path: string, cases: readonly Case[]): void {
  for (const [what, from, to, code, didYouMean] of cases)
    it(what, () => {
      const { problems, line } = editedDefinitions(bookingDefinitions, path, from, to)
      expect(problems).toEqual([expect.objectContaining({ file: path, line, code, ...(didYouMean ? { didYouMean } : {}) })])
    })
}

it('what is right has no problem', () => {
  expect(readModel(bookingDefinitions).problems).toEqual([])
})

describe('a choice with ways', () =>
  told(bookingFiles.schema, [
    ['an option it comes from', '"PENDENTE"\n', '"PENDENT"\n', 'option-unknown', 'PENDENTE'],
    ['an option it goes to', '"to": "CONFIRMADA"', '"to": "CONFIRMADO"', 'option-unknown', 'CONFIRMADA'],
    [
      'a field that it asks for',
      '"nome"\n            ],\n            "gate"',
      '"nom"\n            ],\n            "gate"',
      'field-unknown',
      'nome',
    ],
    [
      'who takes it',
      '"gate": "logged"\n          }\n        ],',
      '"gate": "loged"\n          }\n        ],',
      'flag-unknown',
      'logged',
    ],
    ['its former name', '"ways"', '"moves"', 'keyword-former'],
    ['its condition', 'pessoas > 0', 'pessoa > 0', 'expression-invalid', 'pessoas'],
    ['a condition that is none', 'pessoas > 0', 'pessoas', 'expression-type'],
    ['its message', '"reserva.vazia"', '"reserva.vazio"', 'message-unknown', 'reserva.vazia'],
    ['its history', '"historico"\n', '"historic"\n', 'field-unknown', 'historico'],
    ['its keyword', '"ways"', '"wayz"', 'keyword-unknown', 'ways'],
  ]))

describe('rows that fill themselves, and fields that are emptied', () =>
  told(bookingFiles.schema, [
    ['what fills them', 'range(1, pessoas)', 'range(1, pesoas)', 'expression-invalid', 'pessoas'],
    ['an expression cut off', "{'quantidade': i})", "{'quantidade': i}", 'expression-invalid'],
    ['its keyword', '"fill"', '"fills"', 'keyword-unknown', 'fill'],
    [
      'nothing that hides the field',
      '"visibleWhen": "pessoas > 8",\n      "clearWhenHidden"',
      '"clearWhenHidden"',
      'clear-without-condition',
    ],
    ['a type', '"clearWhenHidden": true', '"clearWhenHidden": "true"', 'type'],
    ['the keyword', '"clearWhenHidden"', '"clearWhenHiden"', 'keyword-unknown', 'clearWhenHidden'],
  ]))

describe('ranges that may not overlap', () =>
  told(bookingFiles.schema, [
    ['the start', '"from": "inicio"', '"from": "inico"', 'field-unknown', 'inicio'],
    ['the end', '"to": "fim"', '"to": "fimm"', 'field-unknown', 'fim'],
    ['an end of another kind', '"to": "fim"', '"to": "dia"', 'range-kind'],
    ['a start that is no moment', '"from": "inicio"', '"from": "nome"', 'range-kind'],
    ['a weekday', '"dia_ini",', '"dia_in",', 'field-unknown', 'dia_ini'],
    ['what is no weekday', '"dia_ini",', '"mesa",', 'range-kind'],
    ['what is the same', '"mesa"\n', '"mesas"\n', 'field-unknown', 'mesa'],
    ['a switch', '"terraco"\n', '"teraco"\n', 'field-unknown', 'terraco'],
    ['what is no switch', '"terraco"\n', '"pessoas"\n', 'range-kind'],
    ['its condition', "status == 'CONFIRMADA'", "status == 'CONFIRMADO'", 'option-unknown', 'CONFIRMADA'],
    ['its message', '"reserva.overlap"', '"reserva.overlaps"', 'message-unknown', 'reserva.overlap'],
    ['its keyword', '"sharing"', '"shares"', 'keyword-unknown'],
  ]))

describe('ranges of a filter', () =>
  told(bookingFiles.ui, [
    ['a range', 'today..today+7', 'today..+7', 'name-invalid'],
    ['a filter that takes none', '"like"', '"like", "presets": [{ "title": "Hoje", "range": "today..today" }]', 'presets-unfit'],
    ['a title', '"title": "7 dias"', '"titel": "7 dias"', 'keyword-unknown', 'title'],
    ['its keyword', '"presets"', '"preset"', 'keyword-unknown', 'presets'],
  ]))

describe('the bar in which rows are typed', () =>
  told(bookingFiles.ui, [
    [
      'a field',
      '"quantidade"\n          ],\n          "checks"',
      '"quantidad"\n          ],\n          "checks"',
      'field-unknown',
      'quantidade',
    ],
    ['a field that is checked', '"field": "produtoId"', '"field": "produtId"', 'field-unknown', 'produtoId'],
    ['a rule', 'i.produtoId == produtoId', 'i.produtoId == produtId', 'expression-invalid', 'produtoId'],
    ['a message', '"row.twice"', '"row.twise"', 'message-unknown', 'row.twice'],
    ['a parameter', '"produto.nome"', '"produto.nom"', 'expression-invalid', 'nome'],
    ['a code', '"codigo"', '"codig"', 'field-unknown', 'codigo'],
    [
      'the text of an empty list',
      '"empty": "reserva.vazia",\n        "add"',
      '"empty": "reserva.vazi",\n        "add"',
      'message-unknown',
      'reserva.vazia',
    ],
    ['its keyword', '"scan"', '"scans"', 'keyword-unknown', 'scan'],
  ]))

describe('what an action asks', () =>
  told(bookingFiles.ui, [
    [
      'a kind',
      '"format": "money",\n            "title": "Multa"',
      '"format": "mony",\n            "title": "Multa"',
      'kind-unknown',
      'money',
    ],
    ['a field that is required', '"motivo"\n', '"motiv"\n', 'field-unknown', 'motivo'],
    ['a rule', 'multa >= 0.0', 'mult >= 0.0', 'expression-invalid', 'multa'],
    ['the message of a rule', '"reserva.multa"', '"reserva.mult"', 'message-unknown', 'reserva.multa'],
    ['a field of a rule', '"multa"\n', '"mult"\n', 'field-unknown', 'multa'],
    ['the text over the fields', '"note": "reserva.aviso"', '"note": "reserva.avise"', 'message-unknown', 'reserva.aviso'],
    ['what its call sends', 'asked.motivo', 'asked.motiv', 'field-unknown', 'motivo'],
    ['its keyword', '"note"', '"notes"', 'keyword-unknown', 'note'],
  ]))

describe('what an action shows', () =>
  told(bookingFiles.ui, [
    ['what its call asks', '"id": "id"\n', '"id": "idd"\n', 'expression-invalid', 'id'],
    ['a kind', '"percent"', '"percnt"', 'kind-unknown', 'percent'],
    ['a total', '"valor"\n        ],\n        "empty"', '"valo"\n        ],\n        "empty"', 'field-unknown', 'valor'],
    ['a total of texts', '"valor"\n        ],\n        "empty"', '"cliente"\n        ],\n        "empty"', 'total-impossible'],
    [
      'the text of no row',
      '"empty": "reserva.vazia",\n        "edit"',
      '"empty": "reserva.vazi",\n        "edit"',
      'message-unknown',
      'reserva.vazia',
    ],
    [
      'a column that is typed over',
      '"valor"\n          ],\n          "changed"',
      '"valr"\n          ],\n          "changed"',
      'field-unknown',
      'valor',
    ],
    ['the column of what changed', '"changed": "muda"', '"changed": "mudaa"', 'field-unknown', 'muda'],
    ['a member that is sent', '"taxa"\n', '"tax"\n', 'field-unknown', 'taxa'],
    ['its keyword', '"totals"', '"total"', 'keyword-unknown', 'totals'],
  ]))

describe('a board', () =>
  told(bookingFiles.board, [
    ['what its call asks', '"dia": "today"', '"dia": "todai"', 'expression-invalid', 'today'],
    ['its register', '"register": "reservas"', '"register": "reserva"', 'register-unknown', 'reservas'],
    ['its key', '"key": "numero"', '"key": "numer"', 'field-unknown', 'numero'],
    ['a kind', '"money"', '"mony"', 'kind-unknown', 'money'],
    ['a figure', '"sum": "total"', '"sum": "totl"', 'field-unknown', 'total'],
    ['a figure of texts', '"sum": "total"', '"sum": "cliente"', 'total-impossible'],
    ['what is searched', '"itens.produto"', '"itens.produt"', 'field-unknown', 'itens.produto'],
    ['the title of a card', '"title": "numero"', '"title": "numer"', 'field-unknown', 'numero'],
    ['a field of a card', '"total"\n      ],\n      "lists"', '"totl"\n      ],\n      "lists"', 'field-unknown', 'total'],
    ['its text without rows', '"empty": "reserva.vazia"', '"empty": "reserva.vazi"', 'message-unknown', 'reserva.vazia'],
    ['its text of a failure', '"failure": "reserva.aviso"', '"failure": "reserva.avise"', 'message-unknown', 'reserva.aviso'],
    ['its keyword', '"figures"', '"figure"', 'keyword-unknown', 'figures'],
  ]))

describe('a document', () =>
  told(bookingFiles.document, [
    ['what its call asks', '"uuid": "uuid"', '"uuid": "uuidd"', 'expression-invalid', 'uuid'],
    ['its text of a failure', '"reserva.aviso"', '"reserva.avise"', 'message-unknown', 'reserva.aviso'],
    ['a kind', '"money"', '"mony"', 'kind-unknown', 'money'],
    ['its title', '"title": "loja"', '"title": "loj"', 'field-unknown', 'loja'],
    ['a line of its head', '"cidade"\n', '"cidad"\n', 'field-unknown', 'cidade'],
    ['a fact', '"situacao"\n', '"situaco"\n', 'field-unknown', 'situacao'],
    ['a column', '"itens.produto",\n', '"itens.produt",\n', 'field-unknown', 'itens.produto'],
    ['a column with a condition', '"member": "itens.extra"', '"member": "itens.extr"', 'field-unknown', 'itens.extra'],
    ['a condition', 'reply.extras > 0', 'repl.extras > 0', 'expression-invalid', 'reply'],
    ['a total', '"member": "desconto"', '"member": "descont"', 'field-unknown', 'desconto'],
    ['what is drawn as a code', '"text": "chave"', '"text": "chav"', 'field-unknown', 'chave'],
    ['what stands beside a code', '"senha"\n', '"senh"\n', 'field-unknown', 'senha'],
    ['what a code says', '"note": "reserva.multa"', '"note": "reserva.mult"', 'message-unknown', 'reserva.multa'],
    ['its keyword', '"facts": [\n      "situacao"', '"fact": [\n      "situacao"', 'keyword-unknown', 'facts'],
  ]))
