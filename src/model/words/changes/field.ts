import type { Choice } from '../../../kinds/kind.ts'
import type { Field } from '../../model.ts'
import { sayField } from '../field.ts'
import { sayLimits } from '../kind.ts'
import type { Names } from '../names.ts'
import { joined, quoted } from '../phrase.ts'
import { added, becomes, changed, type Line, paired, removed, sentences } from './line.ts'

/** A field then and now, each with the names around it. */
export interface FieldPair {
  readonly before?: Field
  readonly after?: Field
}

/** Fields side by side: renamed ones (`was`) are the same field. */
export const fieldPairs = (before: readonly Field[], after: readonly Field[]): readonly FieldPair[] =>
  paired(
    before,
    after,
    field => field.name,
    field => field.was,
  )

/** What changed of a field; `of` stands before its title: the list it belongs to. */
export function fieldLines(pair: FieldPair, then: Names, now: Names, of = ''): Line[] {
  const { before, after } = pair
  const title = `${of}${quoted((after ?? before)?.title ?? '')}`
  if (!before) return after ? [added(`Campo ${title}: ${summary(now, after)}`)] : []
  if (!after) return [removed(`Campo ${title}: ${summary(then, before)}`)]
  const [old, present] = [sayField(then, before), sayField(now, after)]
  return [
    ...(before.name === after.name ? [] : [changed(`Campo ${title}: nome de ${before.name} para ${after.name}`)]),
    ...becomes(`Campo ${title}: título`, before.title, after.title),
    ...becomes(`Campo ${title}: ajuda`, before.help, after.help),
    ...becomes(`Campo ${title}: tipo`, old.kind, present.kind),
    ...sentences(`Campo ${title}: limite`, limits(then, before), limits(now, after)),
    ...choiceLines(`Campo ${title}`, before.choices ?? [], after.choices ?? []),
    ...becomes(`Campo ${title}: obrigatório`, old.required || 'Não', present.required || 'Não'),
    ...sentences(`Campo ${title}`, old.notes, present.notes),
    ...messageLines(`Campo ${title}`, before, after),
  ]
}

function summary({ model }: Names, field: Field): string {
  const names: Names = { model, fields: [field] }
  const { kind, limits: all, required } = sayField(names, field)
  return [kind, ...all, ...(required === 'Sim' ? ['obrigatório'] : [])].join(', ')
}

/** Limits without the options, which are told one by one. */
function limits({ model }: Names, field: Field): readonly string[] {
  const { choices: _choices, ...rest } = field
  return sayLimits(model, rest)
}

function choiceLines(what: string, before: readonly Choice[], after: readonly Choice[]): Line[] {
  const pairs = paired(before, after, choice => String(choice.value))
  const gone = pairs.flatMap(({ before: old, after: present }) => (old && !present ? [quoted(old.title)] : []))
  const come = pairs.flatMap(({ before: old, after: present }) => (present && !old ? [quoted(present.title)] : []))
  const say = (titles: readonly string[]): string => `${what}: ${titles.length === 1 ? 'opção' : 'opções'} ${joined(titles, 'e')}`
  return [
    ...(gone.length > 0 ? [removed(say(gone))] : []),
    ...(come.length > 0 ? [added(say(come))] : []),
    ...pairs.flatMap(({ before: old, after: present }) =>
      old && present ? becomes(`${what}: opção`, old.title, present.title) : [],
    ),
  ]
}

function messageLines(what: string, { messages: before = {} }: Field, { messages: after = {} }: Field): Line[] {
  const checks = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return checks.flatMap(check => becomes(`${what}: mensagem de ${check}`, before[check], after[check]))
}
