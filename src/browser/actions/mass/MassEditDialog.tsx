import { chakra } from '@chakra-ui/react/styled-system'
import { useMemo } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Checkbox, Radio } from '../../../controls/fields/Checkbox.tsx'
import { FormField as Frame } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { ProgressBar } from '../../../controls/ProgressBar.tsx'
import { KindInput } from '../../../kinds/inputs.ts'
import { kindByName } from '../../../kinds/values.ts'
import { isAdjustable } from '../../../model/adjustment/adjustment.ts'
import { targetOf } from '../../../model/field.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { rowScope } from '../rowScope.ts'
import { AdjustmentFields } from './AdjustmentFields.tsx'
import { MassEditPreview } from './MassEditPreview.tsx'
import type { MassEditRefusal } from './massEditCalls.ts'
import { largestSingleMassEdit } from './massEditInBatches.ts'
import { type OfferedField, offeredMassEditFields } from './offeredMassEditFields.ts'
import { titleWithPart } from './titleWithPart.ts'
import { type MassEditModel, useMassEdit } from './useMassEdit.ts'

const number = new Intl.NumberFormat('pt-BR')

/** One field of the chosen records, or of all that the list finds: what it is now, what it will be; applied as one action. */
export default function MassEditDialog(props: ActionDialogProps) {
  const { tools, action, ids, onClose } = props
  const { register, say } = tools
  const titleOf = (one: Field): string => titleWithPart(one, register, tools.evaluate)
  const offered = useMemo(() => offeredMassEditFields(register, action), [register, action])
  const edit = useMassEdit(props)
  const { field, values, saving, progress, refusal } = edit
  const along = offered.find(one => one.field === field)?.also ?? []
  const count = values?.mudam ?? 0
  const leave = progress ? edit.stop : () => onClose(false)
  const footer = (
    <>
      <Button onClick={leave}>{say(progress ? 'list.mass-stop' : 'back')}</Button>
      {refusal && refusal.valid > 0 && (
        <Button disabled={saving} onClick={() => void edit.apply(true)}>
          {say('list.mass-valid', { count: refusal.valid })}
        </Button>
      )}
      <Button look="solid" disabled={saving || count === 0} onClick={() => void edit.apply(false)}>
        {say('list.mass-apply', { count })}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      size="md"
      title={say('list.mass-title')}
      closeLabel={saving ? undefined : say('close')}
      onClose={leave}
      footer={footer}
    >
      <chakra.div display="flex" flexDirection="column" gap="4" pt="1">
        <WhichRecords edit={edit} chosen={ids.length} say={say} />
        <Frame id="mass-field" label={say('list.mass-field')}>
          <Select
            id="mass-field"
            data-autofocus
            value={field?.name ?? ''}
            blank={say('list.mass-choose')}
            options={offered.map(({ field: one }) => ({ value: one.name, title: titleOf(one) }))}
            onChange={edit.chooseField}
          />
        </Frame>
        {field && isAdjustable(field) && (
          <AdjustmentFields
            field={field}
            also={along.filter(
              ({ visibleWhen }) => visibleWhen === undefined || tools.evaluate(visibleWhen, rowScope(undefined)) === true,
            )}
            titleOf={titleOf}
            adjustment={edit.adjustment}
            say={say}
            onChange={edit.setAdjustment}
          />
        )}
        {field && !edit.adjustment && <NewValue edit={edit} offered={offered} say={say} />}
        {field && values && <MassEditPreview field={field} also={along} values={values} say={say} />}
        {count > largestSingleMassEdit && !saving && <chakra.p color="fg.muted">{say('list.mass-parts')}</chakra.p>}
        {saving && <Working progress={progress} count={count} say={say} />}
        {refusal && <Refused refusal={refusal} title={action.failure && say(action.failure)} say={say} />}
      </chakra.div>
    </Dialog>
  )
}

interface WorkingProps {
  readonly progress: MassEditModel['progress']
  readonly count: number
  readonly say: Translate
}

/** A change under way: of very many records, how far it is. */
function Working({ progress, count, say }: WorkingProps) {
  if (!progress) return <chakra.p role="status">{say('list.mass-working', { count })}</chakra.p>
  const { phase, done } = progress
  const counts = { done: number.format(done), count }
  return (
    <div>
      <ProgressBar label={say('list.mass-title')} value={Math.min(1, done / count)} />
      <chakra.p role="status" mt="2" fontVariantNumeric="tabular-nums">
        {say(phase === 'checking' ? 'list.mass-checking' : 'list.mass-changing', counts)}
      </chakra.p>
    </div>
  )
}

/** Those that were chosen, or every row of the list as it is filtered. */
function WhichRecords({ edit, chosen, say }: { readonly edit: MassEditModel; readonly chosen: number; readonly say: Translate }) {
  const { which, all } = edit
  if (all.count === undefined || all.count <= chosen) return null
  const every = say(all.narrowed ? 'list.mass-all' : 'list.mass-every', { count: all.count })
  if (chosen === 0) return <chakra.p>{every}</chakra.p>
  return (
    <Frame id="mass-which" label={say('list.mass-which')} group>
      <chakra.div
        display="flex"
        flexDirection="column"
        css={{ '& > label': { minHeight: { base: '2.75rem', md: 'auto' }, alignItems: 'center' } }}
      >
        <Radio
          name="mass-which"
          label={say('list.mass-chosen', { count: chosen })}
          checked={which === 'chosen'}
          onChange={() => edit.chooseWhich('chosen')}
        />
        <Radio name="mass-which" label={every} checked={which === 'all'} onChange={() => edit.chooseWhich('all')} />
      </chakra.div>
    </Frame>
  )
}

interface NewValueProps {
  readonly edit: MassEditModel
  readonly offered: readonly OfferedField[]
  readonly say: Translate
}

function NewValue({ edit, offered, say }: NewValueProps) {
  const { field, value, problem, empty } = edit
  if (!field) return null
  return (
    <>
      <Frame
        id="mass-value"
        label={say('list.mass-value')}
        group={kindByName(field.kind).entry === 'ticked'}
        error={problem && say(problem.code, problem.params)}
      >
        <KindInput
          key={`${field.name} ${empty}`}
          id="mass-value"
          value={empty ? null : value}
          field={field}
          readOnly={empty}
          invalid={problem !== undefined}
          onChange={edit.setValue}
        />
      </Frame>
      {offered.some(one => one.field === field && one.empty) && (
        <chakra.label htmlFor="mass-empty" display="flex" gap="2" alignItems="center" width="fit-content">
          <Checkbox id="mass-empty" checked={empty} onChange={edit.setEmpty} />
          {targetOf(field) ? say('list.mass-none') : say('list.mass-empty')}
        </chakra.label>
      )}
    </>
  )
}

/** Lines shown of what was refused; the rest is counted. */
const most = 20

interface RefusedProps {
  readonly refusal: MassEditRefusal
  /** In the words of the definition. */
  readonly title: string | undefined
  readonly say: Translate
}

function Refused({ refusal: { lines, count }, title, say }: RefusedProps) {
  const rest = count - most
  const nothing = say('list.mass-refused', { count })
  const head = [title, count > 0 ? nothing : undefined].filter(Boolean).join('. ')
  return (
    <Banner tone="danger" {...(head === '' ? {} : { title: head })}>
      <chakra.ul listStyleType="none" m="0" p="0" display="grid" gap="0.5">
        {lines.slice(0, most).map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {rest > 0 && <li>{say('list.mass-more', { count: rest })}</li>}
      </chakra.ul>
    </Banner>
  )
}
