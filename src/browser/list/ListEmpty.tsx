import { Inbox, SearchX } from 'lucide-react'
import { lowerCaseTitle } from '../../base/text.ts'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import type { Register } from '../../model/model.ts'
import { opensCreation } from '../../model/register.ts'
import { actionsAt, isOffered } from '../actions/actions.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { useRouteMatcher } from '../router/useRoute.ts'
import { CreateButtons } from './bar/ListHeading.tsx'
import { actionIcon } from './bar/RowActions.tsx'
import { codeOfNone } from './codeOfNone.ts'
import type { ListTools } from './listTools.ts'
import { isNarrowed, type ListState, readListState } from './query/listUrlState.ts'

interface Props {
  readonly tools: ListTools
  readonly state: ListState
  onClear(): void
}

/**
 * No rows: the document's sentence, below it why (filtered away by who looks or by the list's own filter, none yet, made elsewhere),
 * and the one next step.
 */
export default function ListEmpty({ tools, state, onClear }: Props) {
  const { register, say, can } = tools
  const pageOf = useRouteMatcher()
  const title = say(register.texts.empty ?? 'empty')
  const create = opensCreation(register, can)
  if (isNarrowed(state)) {
    const own = isOwnFilter(state, register)
    return (
      <EmptyState
        icon={<SearchX />}
        title={title}
        text={say(own ? 'empty-own-filter' : 'empty-filtered')}
        action={
          <>
            <Button onClick={onClear}>{say(own ? 'filter-show-all' : 'filter-clear')}</Button>
            {own && create ? <CreateButtons tools={tools} /> : null}
          </>
        }
      />
    )
  }
  const { empty } = register.views.list
  const words = { title: lowerCaseTitle(register.title), singular: register.singular }
  const why = say(empty?.why ?? codeOfNone(register, can), words)
  const next = empty?.next && pageOf(empty.next.open.split('?')[0] ?? '') ? empty.next : undefined
  return (
    <EmptyState
      icon={<Inbox />}
      title={title}
      text={why}
      action={
        <>
          {next ? (
            <ButtonLink as={RouterLink} to={next.open} look="solid">
              {next.title}
            </ButtonLink>
          ) : create ? (
            <CreateButtons tools={tools} />
          ) : null}
          <FirstSteps tools={tools} />
        </>
      }
    />
  )
}

/** The actions that are offered where there is nothing yet. */
function FirstSteps({ tools }: Pick<Props, 'tools'>) {
  const { register, can, run } = tools
  return actionsAt(register, 'empty', can)
    .filter(action => isOffered(action, tools))
    .map(action => (
      <Button key={action.id} icon={actionIcon(action)} onClick={() => void run(action, { ids: [] })}>
        {action.title}
      </Button>
    ))
}

/** Tells whether the list is narrowed as it opens, by its definition, and by nothing that somebody asked for. */
function isOwnFilter({ q, filters }: ListState, register: Register): boolean {
  const usual = readListState(new URLSearchParams(), register).filters
  return q.trim() === '' && JSON.stringify(Object.entries(filters).sort()) === JSON.stringify(Object.entries(usual).sort())
}
