import { chakra } from '@chakra-ui/react/styled-system'
import { Copy, ExternalLink } from 'lucide-react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button, ButtonLink, IconButton } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import type { Action } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import type { StateItem } from '../../../model/screen.ts'
import { useTranslate } from '../../data/session.tsx'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { StateFormView } from './StateFormView.tsx'
import { StateRows } from './StateRows.tsx'
import { StateSwitch } from './StateSwitch.tsx'
import type { StateContext } from './useStateContext.ts'

interface ItemsProps {
  readonly rows: readonly (readonly StateItem[])[]
  readonly context: StateContext
}

/** Shows the content and the actions of a state, line by line. */
export function StateItems({ rows, context }: ItemsProps) {
  return rows.map((items, at) => (
    // A line has no name, and none is added or taken away.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <chakra.div key={at} display="flex" flexWrap="wrap" gap="3" alignItems="flex-start">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <OneItem key={place} item={item} context={context} alone={items.filter(one => isOffered(one, context)).length === 1} />
      ))}
    </chakra.div>
  ))
}

/** Tells whether something stands there for this person, in this state. */
const isOffered = (item: StateItem, context: StateContext): boolean =>
  !('action' in item) || actionOf(item.action, context) !== undefined

interface Props {
  readonly item: StateItem
  readonly context: StateContext
  readonly alone: boolean
}

function OneItem({ item, context, alone }: Props) {
  const say = useTranslate()
  if ('field' in item) return <Value name={item.field} context={context} />
  if ('note' in item)
    return (
      <chakra.div width="100%">
        <Banner tone={item.tone}>{say(item.note)}</Banner>
      </chakra.div>
    )
  if ('text' in item) return <Said text={context.evaluate(item.text)} title={item.title} />
  if ('form' in item) return <StateFormView form={item.form} context={context} />
  if ('switch' in item) return <StateSwitch item={item} context={context} />
  if ('action' in item)
    return item.inPlace ? (
      <StateRows id={item.action} context={context} />
    ) : (
      <StateAction id={item.action} context={context} solid={alone} />
    )
  if ('image' in item) return <Picture address={context.evaluate(item.image)} title={item.title} />
  if ('link' in item) return <Way address={context.evaluate(item.link)} title={item.title} />
  return <Copied text={context.evaluate(item.copy)} title={item.title} />
}

function Value({ name, context }: { readonly name: string; readonly context: StateContext }) {
  const field = fieldOf(context.register, name)
  const stored = context.row?.[name]
  const value = stored ?? (field?.compute === undefined ? undefined : context.evaluate(field.compute))
  if (!field || field.secret) return null
  return (
    <chakra.dl minWidth="10rem" flex="1">
      <chakra.dt textStyle="note">{field.title}</chakra.dt>
      <chakra.dd overflowWrap="anywhere" whiteSpace="pre-line">
        {value === null || value === undefined || value === '' ? (
          <chakra.span color="fg.subtle">—</chakra.span>
        ) : (
          <KindCell value={asValue(value)} field={field} row={context.row} title={field.title} />
        )}
      </chakra.dd>
    </chakra.dl>
  )
}

function Said({ text, title }: { readonly text: unknown; readonly title: string | undefined }) {
  if (typeof text !== 'string' || text === '') return null
  if (title === undefined) return <chakra.p>{text}</chakra.p>
  return (
    <chakra.dl>
      <chakra.dt textStyle="note">{title}</chakra.dt>
      <chakra.dd>{text}</chakra.dd>
    </chakra.dl>
  )
}

interface ActionProps {
  readonly id: string
  readonly context: StateContext
  readonly solid?: boolean
}

/** The action of that name, where this person may use it and it is to be seen. */
function actionOf(id: string, { register, may, evaluate }: StateContext): Action | undefined {
  const action = register.views.actions.find(one => one.id === id)
  if (!action || !may(action.gate)) return undefined
  return action.visibleWhen === undefined || evaluate(action.visibleWhen) === true ? action : undefined
}

/** An action as a button; hidden from who may not use it. */
function StateAction({ id, context, solid = false }: ActionProps) {
  const action = actionOf(id, context)
  if (!action) return null
  const disabled = action.enabledWhen !== undefined && context.evaluate(action.enabledWhen) !== true
  return (
    <Button
      look={solid && !action.danger && !('open' in action.does) ? 'solid' : 'outline'}
      danger={action.danger}
      busy={context.busy === id}
      disabled={disabled || context.busy !== undefined}
      onClick={() => void context.act(action)}
      {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
    >
      {action.title}
    </Button>
  )
}

const isAddress = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)

function Picture({ address, title }: { readonly address: unknown; readonly title: string }) {
  if (!isAddress(address, /^(https:\/\/|\/files\/|data:image\/(png|jpeg|webp);base64,)/)) return null
  return (
    <chakra.figure m="0" display="flex" flexDirection="column" gap="1">
      {/* White around it: codes are read by cameras in the dark theme, too. */}
      <chakra.span bg="white" p="3" borderRadius="md" borderWidth="1px" borderColor="border" display="inline-block">
        <img
          src={address}
          alt={title}
          style={{ display: 'block', width: '14rem', height: '14rem', imageRendering: 'pixelated' }}
        />
      </chakra.span>
      <chakra.figcaption textStyle="note">{title}</chakra.figcaption>
    </chakra.figure>
  )
}

function Way({ address, title }: { readonly address: unknown; readonly title: string }) {
  if (!isAddress(address, /^https?:\/\//)) return null
  return (
    <ButtonLink href={address} target="_blank" rel="noopener noreferrer" icon={<ExternalLink aria-hidden />}>
      {title}
    </ButtonLink>
  )
}

function Copied({ text, title }: { readonly text: unknown; readonly title: string }) {
  const say = useTranslate()
  if (text === undefined || text === null || text === '') return null
  const said = String(text)
  const copy = async (): Promise<void> => {
    if (await copyText(said)) showToast({ text: say('copied') })
  }
  return (
    <chakra.div minWidth="0">
      <chakra.p textStyle="note">{title}</chakra.p>
      <chakra.div display="flex" gap="1" alignItems="center">
        <chakra.code fontFamily="mono" fontSize="1.125rem" fontWeight="600" overflowWrap="anywhere">
          {said}
        </chakra.code>
        <IconButton size="sm" label={`${say('copy')}: ${title}`} onClick={() => void copy()}>
          <Copy aria-hidden />
        </IconButton>
      </chakra.div>
    </chakra.div>
  )
}
