import { chakra } from '@chakra-ui/react/styled-system'
import { Copy, ExternalLink, Upload } from 'lucide-react'
import { IconButton } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field } from '../../../model/model.ts'
import type { StatefulAction, TableView } from '../../../model/screen.ts'
import { runCallSpec } from '../../actions/perform/runCallSpec.ts'
import type { RowScope } from '../../actions/rowScope.ts'
import { useTranslate } from '../../data/session.tsx'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { useRouteMatcher } from '../../router/useRoute.ts'
import { StateButton } from './StateButton.tsx'
import { type TableRow, webAddressIn } from './tableRows.ts'
import { useStateAction } from './useStateAction.tsx'

interface Props {
  readonly title: string
  readonly table: TableView
  readonly rows: readonly TableRow[]
  evaluate(expression: string, scope: RowScope): unknown
  reload(): void
}

/** The table; below a wide screen every row is a card, its columns named in it. */
export function TableRows({ title, table, rows, evaluate, reload }: Props) {
  const columns = table.columns.flatMap(name => table.fields.find(field => field.name === name) ?? [])
  return (
    <Table aria-label={title}>
      <chakra.thead>
        <tr>
          {columns.map(column => (
            <chakra.th key={column.name} scope="col" textAlign={kindByName(column.kind).align}>
              {column.title}
            </chakra.th>
          ))}
          {buttonColumns(table).map(({ id, title: name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map(({ key, values }) => (
          <tr key={key}>
            {columns.map(column => (
              <chakra.td
                key={column.name}
                data-title={column.title}
                textAlign={{ xl: kindByName(column.kind).align }}
                {...(kindByName(column.kind).words ? {} : { whiteSpace: 'nowrap' })}
              >
                {table.links.includes(column.name) ? (
                  <Address value={values[column.name]} field={column} />
                ) : (
                  <Value value={values[column.name]} field={column} row={values} />
                )}
              </chakra.td>
            ))}
            {buttonColumns(table).map(({ id, title: name, buttons }) => (
              <td key={id} data-title={name}>
                {table.inOneColumn === undefined ? (
                  buttons.map(button => (
                    <RowButton key={button.id} button={button} values={values} evaluate={evaluate} reload={reload} />
                  ))
                ) : (
                  <RowButtons buttons={buttons} values={values} evaluate={evaluate} reload={reload} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface ButtonColumn {
  readonly id: string
  readonly title: string
  readonly buttons: readonly StatefulAction[]
}

/** A column each, or one for all of them. */
const buttonColumns = ({ buttons, inOneColumn }: TableView): readonly ButtonColumn[] =>
  inOneColumn === undefined
    ? buttons.map(button => ({ id: button.id, title: button.title, buttons: [button] }))
    : [{ id: 'buttons', title: inOneColumn, buttons }]

interface CellOfRow {
  readonly value: unknown
  readonly field: Field
}

const nothing = <chakra.span color="fg.subtle">—</chakra.span>

function Value({ value, field, row }: CellOfRow & { readonly row: TableRow['values'] }) {
  if (value === null || value === undefined || value === '') return nothing
  return <KindCell value={asValue(value)} field={field} row={row} title={field.title} />
}

/** An address: a link to another tab, and a button that copies it. */
function Address({ value, field }: CellOfRow) {
  const say = useTranslate()
  const address = webAddressIn(value)
  if (address === undefined) return nothing
  const copy = async (): Promise<void> => {
    if (await copyText(address)) showToast({ text: say('copied') })
  }
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1" maxWidth="100%">
      <Link
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={say('table.open-link', { title: field.title, address })}
      >
        {field.title}
        <ExternalLink aria-hidden />
      </Link>
      <IconButton size="sm" label={`${say('copy')}: ${address}`} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
    </chakra.span>
  )
}

interface RowButtonProps extends Pick<Props, 'evaluate' | 'reload'> {
  readonly button: StatefulAction
  readonly values: TableRow['values']
}

/** The button, or what stands in its place; one that comes back begins anew. */
function RowButton(props: RowButtonProps) {
  const say = useTranslate()
  const pageOf = useRouteMatcher()
  const { button, values, evaluate } = props
  if (button.enabledWhen === undefined || evaluate(button.enabledWhen, values) === true) return <ActingButton {...props} />
  const { unavailable, next } = button
  if (!unavailable) return nothing
  return (
    <chakra.span color="fg.muted">
      {say(unavailable)}
      {next && pageOf(next.open) ? (
        <>
          {'. '}
          <PageLink to={next.open}>{next.title}</PageLink>
        </>
      ) : null}
    </chakra.span>
  )
}

/** Those of a row's buttons that there are, side by side. */
function RowButtons({ buttons, ...row }: Omit<RowButtonProps, 'button'> & Pick<ButtonColumn, 'buttons'>) {
  const there = buttons.filter(({ enabledWhen }) => enabledWhen === undefined || row.evaluate(enabledWhen, row.values) === true)
  if (there.length === 0) return nothing
  return (
    <chakra.span display="flex" gap="2" flexWrap="wrap" justifyContent={{ base: 'flex-end', xl: 'flex-start' }}>
      {there.map(button => (
        <ActingButton key={button.id} button={button} compact {...row} />
      ))}
    </chakra.span>
  )
}

function ActingButton({ button, values, evaluate, reload, compact = false }: RowButtonProps & { readonly compact?: boolean }) {
  const { state, press } = useStateAction(button, () => runCallSpec(button.call, values, evaluate), reload)
  const icon = button.icon === undefined ? <Upload aria-hidden /> : <Icon name={button.icon} />
  const look = compact ? { quiet: true, size: 'sm' as const } : { minWidth: '9rem' }
  return <StateButton state={state} texts={button.states} icon={icon} {...look} onClick={() => void press()} />
}

const PageLink = chakra(RouterLink, { base: { color: 'accent.fg', textDecoration: 'underline' } })

const Link = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: 'control',
    color: 'accent.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    '& svg': { width: '0.875rem', height: '0.875rem', flexShrink: '0' },
  },
})

const Table = chakra('table', {
  base: {
    width: '100%',
    textStyle: 'table',
    fontVariantNumeric: 'tabular-nums',
    bg: 'bg.panel',
    borderWidth: { xl: '1px' },
    borderColor: 'border',
    borderRadius: 'md',
    '& th': {
      px: '3',
      py: '2',
      color: 'fg.muted',
      fontWeight: 'medium',
      bg: 'bg.subtle',
      textAlign: 'start',
      whiteSpace: 'nowrap',
    },
    '& td': {
      px: '3',
      py: '2',
      borderTopWidth: { xl: '1px' },
      borderColor: 'border.muted',
      // Words stay whole in columns; an address of mail, which comes first, is none.
      overflowWrap: { base: 'anywhere', xl: 'break-word' },
      whiteSpace: 'pre-line',
    },
    '& td:first-of-type': { overflowWrap: 'anywhere' },
    xlDown: {
      display: 'block',
      bg: 'transparent',
      '& thead': { srOnly: true },
      '& tbody': { display: 'grid', gap: '3' },
      '& tr': {
        display: 'grid',
        gap: '1',
        p: '3',
        bg: 'bg.panel',
        borderWidth: '1px',
        borderColor: 'border',
        borderRadius: 'lg',
      },
      '& td': {
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: '3',
        minHeight: '2.75rem',
        px: '0',
        py: '1',
        _before: { content: 'attr(data-title)', color: 'fg.muted', flexShrink: '0' },
      },
    },
  },
})
