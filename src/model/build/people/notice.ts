import { withoutUndefined } from '../../../base/objects/withoutUndefined.ts'
import type { NoticeDefinition } from '../../../generated/definitions.ts'
import type { Definition } from '../../source/definitions.ts'
import type { Notice } from '../../views/notice.ts'

/** A notice with everything that its definition leaves out. */
export function buildNotice({ name, value }: Definition<NoticeDefinition>): Notice {
  const { title, description, gate, tone = 'info', when, limits, once, text, page, several } = value
  const on = startOf(value.on)
  const cause = value.cause ?? ('query' in on ? `{${on.key}}` : 'at' in on ? `{id} {${on.at}}` : '{id}')
  return withoutUndefined({ name, title, help: description, gate, tone, on, when, limits, once, cause, text, page, several })
}

function startOf({
  register = '',
  event,
  at,
  days,
  minutes,
  query,
  rows,
  key,
  parameters,
  every,
  discuss,
  approve,
}: NoticeDefinition['on']): Notice['on'] {
  if (discuss !== undefined) return { register, discuss }
  if (approve !== undefined) return { register, approve }
  if (query !== undefined)
    return { query, rows: rows ?? 'array', key: key ?? 'id', parameters: parameters ?? {}, every: every ?? 'day' }
  if (at !== undefined) return withoutUndefined({ register, at, days: days ?? (minutes === undefined ? 0 : undefined), minutes })
  return { register, event: event ?? 'saved' }
}
