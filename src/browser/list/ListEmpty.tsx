import { CircleAlert, Inbox, SearchX } from 'lucide-react'
import { lowerCaseTitle } from '../../base/text.ts'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { opensCreation } from '../../model/register.ts'
import type { CallError } from '../data/api.ts'
import { CreateButtons } from './bar/ListHeading.tsx'
import type { ListTools } from './listTools.ts'

/** No rows: because of the filters, or because there are none yet; and what to do next. */
export function ListEmpty({
  tools,
  narrowed,
  onClear,
}: {
  readonly tools: ListTools
  readonly narrowed: boolean
  onClear(): void
}) {
  const { register, say, can } = tools
  const title = say(register.texts.empty ?? 'empty')
  if (narrowed) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={title}
        text={say('empty-filtered')}
        action={<Button onClick={onClear}>{say('filter-clear')}</Button>}
      />
    )
  }
  const create = opensCreation(register, can)
  const text = create ? say('empty-register', { title: lowerCaseTitle(register.title) }) : undefined
  return <EmptyState icon={<Inbox />} title={title} text={text} action={create ? <CreateButtons tools={tools} /> : undefined} />
}

/** The rows did not come: why, and trying again. */
export function ListFailed({ tools, error, onRetry }: { readonly tools: ListTools; readonly error: CallError; onRetry(): void }) {
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={tools.say(tools.register.texts.loadFailed ?? 'load-failed')}
      text={error.message}
      action={
        <Button look="solid" onClick={onRetry}>
          {tools.say('retry')}
        </Button>
      }
    />
  )
}

/** The user may not see this register. */
export function ListForbidden({ say }: Pick<ListTools, 'say'>) {
  return <EmptyState page icon={<CircleAlert />} title={say('forbidden-title')} text={say('not-found-text')} />
}
