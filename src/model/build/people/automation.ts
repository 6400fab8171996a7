import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { AutomationDefinition } from '../../../generated/definitions.ts'
import type { Definition } from '../../source/definitions.ts'
import type { Automation, AutomationStart, StepDeed } from '../../views/automation.ts'
import { registerOfStart } from '../../views/automation.ts'
import type { Notice } from '../../views/notice.ts'

/** When times of days come whose definition says none: with the notices of a morning. */
const MORNING = '07:00'

/** An automation with everything that its definition leaves out. */
export function buildAutomation({ name, value }: Definition<AutomationDefinition>): Automation {
  const { title, description, gate, when, bulk = false, steps } = value
  return withoutUndefined({
    name,
    title,
    help: description,
    gate,
    on: startOf(value.on),
    when,
    bulk,
    steps: steps.map(step =>
      withoutUndefined({
        id: step.id,
        when: step.when,
        onFailure: step.onFailure ?? ('tell' as const),
        deed: deedOf(name, step),
      }),
    ),
  })
}

/** The notices that the steps of an automation tell, by the names that these have among all. */
export const noticesOf = (definition: Definition<AutomationDefinition>): Notice[] => {
  const { title, description, gate, steps } = definition.value
  const register = registerOfStart(startOf(definition.value.on)) ?? ''
  return steps.flatMap(({ id, notify }): Notice[] =>
    notify
      ? [
          withoutUndefined({
            name: noticeName(definition.name, id),
            title,
            help: description,
            gate,
            tone: notify.tone ?? ('info' as const),
            on: { register, step: id },
            cause: '{id}',
            text: notify.text,
            page: notify.page,
          }),
        ]
      : [],
  )
}

/** No file has such a name. */
const noticeName = (automation: string, step: string): string => `${automation}.${step}`

function startOf(on: AutomationDefinition['on']): AutomationStart {
  const { register = '', event, fields, state, to, from, way, at, days, minutes, yearly, call, query, rows, key, parameters } = on
  const { every = 'day', time = MORNING } = on
  if (query !== undefined) return { query, rows: rows ?? 'array', key: key ?? 'id', parameters: parameters ?? {}, every, time }
  if (state !== undefined) return withoutUndefined({ register, state, to: to ?? '', from })
  if (way !== undefined) return { register, way }
  if (at !== undefined)
    return withoutUndefined({ register, at, days: days ?? (minutes === undefined ? 0 : undefined), minutes, yearly, time })
  if (call) return { register, call }
  if (on.every !== undefined) return { every, time }
  return withoutUndefined({ register, event: event ?? ('saved' as const), fields })
}

function deedOf(name: string, { id, webhook, mail, notify, set, create, way }: AutomationDefinition['steps'][number]): StepDeed {
  if (webhook) return { kind: 'webhook', body: webhook.body }
  if (mail) return withoutUndefined({ kind: 'mail' as const, ...mail })
  if (set) return { kind: 'set', values: set.values }
  if (create) return { kind: 'create', register: create.register, values: create.values }
  if (way) return withoutUndefined({ kind: 'way' as const, take: way.take, of: way.of, values: way.values ?? {} })
  return { kind: 'notify', notice: noticeName(name, id), text: notify?.text ?? '', page: notify?.page ?? '' }
}
