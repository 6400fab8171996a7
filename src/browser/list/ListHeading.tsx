import { chakra } from '@chakra-ui/react/styled-system'
import { Plus } from 'lucide-react'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { Menu } from '../../controls/Menu.tsx'
import type { Action } from '../../model/model.ts'
import { usePhone } from '../frame/useMedia.ts'
import { Link } from '../router/Link.tsx'
import { actionsAt, isOffered } from './actions.ts'
import type { ListTools } from './context.ts'
import { hasDialog } from './dialogNames.ts'
import { actionIcon } from './RowActions.tsx'

const Root = chakra('header', { base: { display: 'flex', alignItems: 'center', gap: '2', minHeight: 'control' } })

const number = new Intl.NumberFormat('pt-BR')

interface Props {
  readonly tools: ListTools
  readonly count: number | undefined
  /** Whether rows are chosen: then what is done with them stands in their own bar. */
  readonly choosing: boolean
}

/** The page's first line: what it is, how many there are, and what one comes here to do. */
export function ListHeading({ tools, count, choosing }: Props) {
  const { register } = tools
  return (
    <Root>
      <chakra.h1 textStyle="title" minWidth="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {register.title}
      </chakra.h1>
      <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums" flex="1" aria-live="polite" pt="0.5">
        {count === undefined ? '' : number.format(count)}
        {count !== undefined && (
          <chakra.span srOnly>{count === 1 ? ` ${tools.say('count-one')}` : ` ${tools.say('count', { count: '' })}`}</chakra.span>
        )}
      </chakra.span>
      <ListActions tools={tools} choosing={choosing} />
      <CreateButtons tools={tools} />
    </Root>
  )
}

/** What is about chosen rows shows here that it can be done, and waits for them. */
const needsRows = ({ place }: Action): boolean => place.includes('bulk')

function ListActions({ tools, choosing }: Omit<Props, 'count'>) {
  const phone = usePhone()
  const actions = actionsAt(tools.register, 'list', tools.may).filter(
    action => hasDialog(action) && isOffered(action, tools) && !(choosing && needsRows(action)),
  )
  const waiting = tools.say('list.choose-rows')
  if (actions.length === 0) return null
  if (!phone && actions.length <= 2) {
    return actions.map(action => (
      <Button
        key={action.id}
        icon={actionIcon(action)}
        danger={action.danger}
        {...(needsRows(action) ? { disabled: true, 'data-tip': waiting } : {})}
        onClick={() => void tools.run(action, { ids: [] })}
      >
        {action.title}
      </Button>
    ))
  }
  const entries = actions.map(action => ({
    id: action.id,
    title: action.title,
    icon: actionIcon(action),
    danger: action.danger,
    ...(needsRows(action) ? { disabled: true, reason: waiting } : {}),
    act: () => void tools.run(action, { ids: [] }),
  }))
  return (
    <Menu
      label={tools.say('more-actions')}
      entries={entries}
      trigger={props => <Button {...props}>{tools.say('actions')}</Button>}
    />
  )
}

/** 'Novo produto', or one button per variant of the form. */
export function CreateButtons({ tools }: { readonly tools: ListTools }) {
  const { register, say, may } = tools
  const phone = usePhone()
  if (!may(register.access.create)) return null
  const { path, form } = register.views
  const title = say(register.gender === 'f' ? 'new-f' : 'new', { singular: register.singular })
  const ways =
    form.variants.length > 0
      ? form.variants.map(({ id, title }) => ({ to: `${path}/create?variant=${id}`, title }))
      : [{ to: `${path}/create`, title }]
  return ways.map((way, index) => (
    <ButtonLink
      key={way.to}
      as={Link}
      to={way.to}
      look={index === 0 ? 'solid' : 'outline'}
      icon={<Plus aria-hidden />}
      {...(phone && ways.length === 1 ? { 'aria-label': way.title } : {})}
    >
      {phone && ways.length === 1 ? way.title.split(' ')[0] : way.title}
    </ButtonLink>
  ))
}
