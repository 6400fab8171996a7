import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { scopeOfFields, scopeOfReply } from '../../expression.ts'
import type { ScreenDocument } from '../../screen.ts'
import type { JsonPath } from '../../source/source.ts'
import { checkDeedWords } from '../action/deedWords.ts'
import { boolType, type Checker } from '../checker.ts'
import { checkProperty, checkValueDefinition } from '../property.ts'

type DocumentDefinition = NonNullable<ScreenDefinition['document']>

/** A reply as a document: its parameters, what is shown of it, and the conditions. */
export function checkDocument(checker: Checker, value: DocumentDefinition, made: ScreenDocument): void {
  const path = ['document']
  const scope = scopeOfFields(checker.model, made.parameters)
  const owner = (fields: ScreenDocument['members']) => ({ owner: { name: 'document', fields, lists: [] }, scope })
  for (const [name, property] of Object.entries(value.parameters ?? {}))
    checkProperty(checker, [...path, 'parameters', name], name, property, owner(made.parameters))
  checkDeedWords(checker, path, { button: value.button })
  checker.call([...path, 'call'], value.call, scope)
  checker.message([...path, 'failure'], value.failure)
  checker.message([...path, 'gone'], value.gone)
  for (const [name, property] of Object.entries(value.members)) {
    const member = made.members.find(each => each.name === name)
    if (member) checkValueDefinition(checker, [...path, 'members', name], property, member)
  }
  const known = new Set(made.members.map(({ name }) => name))
  const named = (at: JsonPath, name: string | undefined): void =>
    void checker.oneOf(at, 'field-unknown', 'member of the document', name, known)
  named([...path, 'head', 'image'], value.head?.image)
  named([...path, 'head', 'title'], value.head?.title)
  value.head?.lines?.forEach((line, i) => {
    line.forEach((name, j) => {
      named([...path, 'head', 'lines', i, j], name)
    })
  })
  const reply = scopeOfReply(checker.model, made.parameters)
  const shown = (at: JsonPath, all: DocumentDefinition['facts']): void =>
    all?.forEach((one, i) => {
      if (typeof one === 'string') named([...at, i], one)
      else {
        named([...at, i, 'member'], one.member)
        checker.expression([...at, i, 'when'], one.when, reply, boolType)
      }
    })
  shown([...path, 'facts'], value.facts)
  shown([...path, 'table', 'columns'], value.table?.columns)
  shown([...path, 'totals'], value.totals)
  named([...path, 'code', 'text'], value.code?.text)
  checker.message([...path, 'code', 'note'], value.code?.note)
  value.code?.facts?.forEach((name, i) => {
    named([...path, 'code', 'facts', i], name)
  })
}
