import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useMemo, useState } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { Checkbox } from '../../controls/Checkbox.tsx'
import { Dialog } from '../../controls/Dialog.tsx'
import { Field as Frame } from '../../controls/Field.tsx'
import { Select } from '../../controls/Select.tsx'
import { KindInput } from '../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../kinds/kind.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { CallError } from '../data/api.ts'
import { patchEach } from '../data/record.ts'
import { fetchRows, type Row } from '../data/rows.ts'
import { newAction } from '../data/undo.ts'
import type { ActionDialogProps } from './actionDialog.ts'
import { nameOf } from './actions.ts'
import { checkValue } from './checkValue.ts'
import { changing, offeredFields, presentValues } from './massEdit.ts'
import { refusals } from './useSaveMany.ts'

/** One field of the chosen records: what it is now, what it will be and of how many; applied as one action. */
export default function MassEdit({ action, tools, ids, onClose }: ActionDialogProps) {
  const { register, say, undoing } = tools
  const offered = useMemo(() => offeredFields(register, action), [register, action])
  const [name, setName] = useState('')
  const [value, setValue] = useState<Value>(null)
  const [problem, setProblem] = useState<ValueProblem>()
  const [empty, setEmpty] = useState(false)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const field = name === '' ? undefined : fieldOf(register, name)
  const rows = useChosen(register.name, ids, field)
  const next = empty ? null : value
  const wrong = field
    ? empty
      ? undefined
      : (problem ?? (value === null ? { code: 'required' } : checkValue(field, value)))
    : { code: 'required' }
  const touched = field && rows && !wrong ? changing(rows, field.name, next) : undefined

  const choose = (chosen: string): void => {
    setName(chosen)
    setValue(fieldOf(register, chosen)?.kind === 'boolean' ? true : null)
    setProblem(undefined)
    setEmpty(false)
    setRefused([])
  }
  const apply = async (): Promise<void> => {
    if (!field || !touched || touched.length === 0) return
    setSaving(true)
    const deed = newAction()
    const items = touched.map(row => ({ id: row.id, version: row.version, [field.name]: next }))
    try {
      await patchEach(register.name, items, false, deed)
      undoing.did(deed, say(action.success ?? 'list.mass-done', { count: touched.length, title: field.title }))
      onClose(true)
    } catch (error) {
      setRefused(reasons(error, touched, register, say))
    } finally {
      setSaving(false)
    }
  }
  const footer = (
    <>
      <Button onClick={() => onClose(false)}>{say('cancel')}</Button>
      <Button look="solid" disabled={saving || !touched || touched.length === 0} onClick={() => void apply()}>
        {touched && touched.length > 0 ? say('list.mass-apply', { count: touched.length }) : say('list.mass-apply-none')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      size="md"
      title={say('list.mass-title')}
      closeLabel={say('close')}
      onClose={() => onClose(false)}
      footer={footer}
    >
      <chakra.div display="flex" flexDirection="column" gap="4" pt="1">
        <Frame id="mass-field" label={say('list.mass-field')}>
          <Select
            id="mass-field"
            data-autofocus
            value={name}
            blank={say('list.mass-choose')}
            options={offered.map(({ field: one }) => ({ value: one.name, title: one.title }))}
            onChange={choose}
          />
        </Frame>
        {field && (
          <Frame
            id="mass-value"
            label={say('list.mass-value')}
            group={field.kind === 'weekdays'}
            error={problem && say(problem.code, problem.params)}
          >
            <KindInput
              key={`${name} ${empty}`}
              id="mass-value"
              value={empty ? null : value}
              field={field}
              readOnly={empty}
              invalid={problem !== undefined}
              onChange={(typed, wrong) => {
                setValue(typed)
                setProblem(wrong)
                setRefused([])
              }}
            />
          </Frame>
        )}
        {field && offered.some(one => one.field === field && one.empty) && (
          <chakra.label htmlFor="mass-empty" display="flex" gap="2" alignItems="center" width="fit-content">
            <Checkbox id="mass-empty" checked={empty} onChange={setEmpty} />
            {field.reference ? say('list.mass-none') : say('list.mass-empty')}
          </chakra.label>
        )}
        {field && rows && <Preview field={field} rows={rows} touched={touched?.length} say={say} />}
        {refused.length > 0 && (
          <Banner tone="danger" {...(action.failure ? { title: say(action.failure) } : {})}>
            {refused.map(line => (
              <p key={line}>{line}</p>
            ))}
          </Banner>
        )}
      </chakra.div>
    </Dialog>
  )
}

/** Values shown before the rest is only counted. */
const most = 6

interface PreviewProps {
  readonly field: Field
  readonly rows: readonly Row[]
  readonly touched: number | undefined
  readonly say: ActionDialogProps['tools']['say']
}

function Preview({ field, rows, touched, say }: PreviewProps) {
  const values = presentValues(rows, field, say('list.mass-none'), on => say(on ? 'list.mass-yes' : 'list.mass-no'))
  const rest = values.slice(most).reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label={say('list.mass-now')}>
      <chakra.h3 textStyle="label" mb="1">
        {say('list.mass-now')}
      </chakra.h3>
      <chakra.ul listStyleType="none" m="0" p="0" display="grid" gap="0.5" fontVariantNumeric="tabular-nums">
        {values.slice(0, most).map(({ text, count }) => (
          <chakra.li key={text} display="flex" gap="4" justifyContent="space-between">
            <chakra.span minWidth="0" overflowWrap="anywhere">
              {text}
            </chakra.span>
            <chakra.span color="fg.muted">{count}</chakra.span>
          </chakra.li>
        ))}
        {rest > 0 && <chakra.li color="fg.muted">{say('list.mass-more', { count: rest })}</chakra.li>}
      </chakra.ul>
      <chakra.p role="status" mt="3" fontWeight="medium" minHeight="1.25rem">
        {touched === undefined
          ? ''
          : touched === 0
            ? say('list.mass-nothing')
            : say('list.mass-preview', { count: touched, total: rows.length })}
      </chakra.p>
    </section>
  )
}

/** The chosen rows as the server has them now, wherever they were chosen. */
function useChosen(register: string, ids: readonly string[], field: Field | undefined): readonly Row[] | undefined {
  const [found, setFound] = useState<{ readonly name: string; readonly rows: readonly Row[] }>()
  useEffect(() => {
    if (!field) return
    const stop = new AbortController()
    const { name, reference } = field
    const include = reference ? { include: [{ relation: reference.as, scope: { fields: 'brief' } }] } : {}
    const query = { where: { id: { inq: ids } }, limit: ids.length, ...include }
    fetchRows(register, query, stop.signal).then(
      ({ rows }) => setFound({ name, rows }),
      () => undefined,
    )
    return () => stop.abort()
  }, [register, ids, field])
  return found?.name === field?.name ? found?.rows : undefined
}

/** Why nothing was changed, with the names of the records at fault. */
function reasons(
  error: unknown,
  rows: readonly Row[],
  register: ActionDialogProps['tools']['register'],
  say: ActionDialogProps['tools']['say'],
): readonly string[] {
  if (!(error instanceof CallError)) return [say('something-wrong')]
  const ids = rows.map(row => String(row.id))
  const found = refusals(error.details, ids, [])
  const named = found.map(({ row, reason }) => {
    const one = rows[ids.indexOf(row)]
    return one ? `${nameOf(register, one)}: ${reason}` : reason
  })
  if (named.length === 0) return [error.message]
  return named.length > most ? [...named.slice(0, most), say('list.mass-more', { count: named.length - most })] : named
}
