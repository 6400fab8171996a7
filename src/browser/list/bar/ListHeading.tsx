import { chakra } from '@chakra-ui/react/styled-system'
import { EllipsisVertical, Plus } from 'lucide-react'
import { memo } from 'react'
import { formatDecimal } from '../../../base/number.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, ButtonLink, IconButton } from '../../../controls/Button.tsx'
import { Menu } from '../../../controls/overlays/Menu.tsx'
import type { MenuEntry } from '../../../controls/overlays/menuEntry.ts'
import type { Action } from '../../../model/model.ts'
import { opensCreation } from '../../../model/register.ts'
import { isActionDialogBuilt } from '../../actions/actionDialogNames.ts'
import { actionsAt, isOffered } from '../../actions/actions.ts'
import { massEditAction } from '../../actions/mass/massEditAction.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import type { ListTools } from '../listTools.ts'
import { actionIcon } from './RowActions.tsx'

const Root = chakra('header', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', minHeight: 'control' },
})

interface Props {
  readonly tools: ListTools
  readonly count: number | undefined
  /** Whether rows are chosen: then what is done with them stands in their own bar. */
  readonly choosing: boolean
}

/** The page's first line: what it is, how many there are, and what one comes here to do. */
export const ListHeading = memo(function ListHeading({ tools, count, choosing }: Props) {
  const { register } = tools
  return (
    <Root>
      <chakra.h1 textStyle="title" minWidth="0" overflowWrap="anywhere">
        {register.title}
      </chakra.h1>
      <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums" flex="1" aria-live="polite" pt="0.5">
        {count !== undefined && (
          <>
            <span aria-hidden>{formatDecimal(count, 0)}</span>
            <chakra.span srOnly>{tools.say('count', { count })}</chakra.span>
          </>
        )}
      </chakra.span>
      <ListActions tools={tools} count={count} choosing={choosing} />
      <CreateButtons tools={tools} />
    </Root>
  )
})

/** Shows the definition's notice over the rows, while its condition holds. */
export function ListBanner({ tools: { register, evaluate, say } }: Pick<Props, 'tools'>) {
  const { banner } = register.views.list
  return banner && evaluate(banner.when, {}) === true && <Banner tone={banner.tone}>{say(banner.message)}</Banner>
}

/** Tells whether an action is about chosen rows: it shows here, and waits for them. */
const needsRows = ({ place }: Action): boolean => place.includes('bulk')

/** At a desk so many actions have a button of their own. */
const mostButtons = 2

/** Shows the actions on the list as a whole: few things each by its own button, the others and the change of all rows in a menu. */
function ListActions({ tools, count, choosing }: Props) {
  const phone = usePhoneScreen()
  const { say, run } = tools
  const actions = actionsAt(tools.register, 'list', tools.can).filter(
    action => isActionDialogBuilt(action) && isOffered(action, tools),
  )
  const waiting = say('list.choose-rows')
  const act = (action: Action) => () => void run(action, { ids: [] })
  const buttons = phone ? 0 : mostButtons
  const menu = actions.slice(buttons).filter(action => !(choosing && needsRows(action)))
  const entries = menu.map(action => ({
    id: action.id,
    title: action.title,
    icon: actionIcon(action),
    danger: action.danger,
    ...(needsRows(action) ? { disabled: true, reason: waiting } : {}),
    act: act(action),
  }))
  const inMenu = [...entries, ...everyRow(tools, count)]
  return (
    <>
      {actions.slice(0, buttons).map(action => (
        <Button
          key={action.id}
          icon={actionIcon(action)}
          danger={action.danger}
          {...(needsRows(action) ? { disabled: true, 'data-tip': waiting } : {})}
          visibility={choosing && needsRows(action) ? 'hidden' : undefined}
          onClick={act(action)}
        >
          {action.title}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <Menu
          entries={inMenu}
          trigger={props =>
            phone ? (
              <Button {...props}>{say('actions')}</Button>
            ) : (
              <IconButton look="outline" label={say('list.actions-all')} {...props}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            )
          }
        />
      )}
    </>
  )
}

/** The mass edit of all rows that the list finds, on every page of it; nothing is chosen for it. */
function everyRow({ register, can, say, run }: ListTools, count: number | undefined): MenuEntry[] {
  const action = massEditAction(register, can, say('list.mass-edit'))
  if (!action || count === 0) return []
  const title = say('list.mass-edit-all')
  const aside = count === undefined ? {} : { aside: formatDecimal(count, 0) }
  return [{ id: '!everyRow', title, icon: actionIcon(action), ...aside, act: () => void run(action, { ids: [] }) }]
}

/** 'Novo produto', or one button per variant of the form. */
export function CreateButtons({ tools }: { readonly tools: ListTools }) {
  const { register, say, can } = tools
  const phone = usePhoneScreen()
  if (!opensCreation(register, can)) return null
  const { path, form, list } = register.views
  const title = list.create || say(register.gender === 'f' ? 'new-f' : 'new', { singular: register.singular })
  const ways =
    form.variants.length > 0
      ? form.variants.map(({ id, title }) => ({ to: `${path}/create?variant=${id}`, title }))
      : [{ to: `${path}/create`, title }]
  const short = phone && ways.length === 1
  return ways.map((way, index) => (
    <ButtonLink
      key={way.to}
      as={RouterLink}
      to={way.to}
      look={index === 0 ? 'solid' : 'outline'}
      icon={<Plus aria-hidden />}
      aria-label={short ? way.title : undefined}
    >
      {short ? way.title.split(' ')[0] : way.title}
    </ButtonLink>
  ))
}
