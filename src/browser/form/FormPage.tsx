import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { cloneRecord, newRecord } from '../../model/defaults.ts'
import type { Register } from '../../model/model.ts'
import { useRecord } from '../data/record.ts'
import { useMay, useModel, useTranslate } from '../data/session.tsx'
import { usePrinting } from '../report/paper/usePrinting.ts'
import { useNavigate, useSearchParams } from '../router/router.tsx'
import { CreateInPlace } from './children/CreateInPlace.tsx'
import { DocumentPage } from './DocumentPage.tsx'
import type { FieldValues } from './draft/draftRows.ts'
import { EditForm } from './EditForm.tsx'
import { FormSkeleton } from './layout/FormSkeleton.tsx'
import { PageBox } from './layout/PageBox.tsx'
import { EditInPlaceHost } from './record/EditInPlaceHost.tsx'
import { useFormExpressions } from './useFormExpressions.ts'

export interface FormPageProps {
  readonly register: Register
  /** Absent: a new record. */
  readonly id?: string | number | undefined
  readonly tab?: string | undefined
  /** Which of several forms a new record opens with. */
  readonly variant?: string | undefined
  /** Address of the record without its tab, where it is not the register's own: the profile of the store. */
  readonly base?: string | undefined
  /** Where a removal leads, if not to the register's list. */
  readonly home?: string | undefined
}

/** A record, to change or to read; or a new one, from nothing or from a copy. */
export default function FormPage(props: FormPageProps) {
  return (
    <CreateInPlace>
      <EditInPlaceHost>
        <Opened {...props} />
      </EditInPlaceHost>
    </CreateInPlace>
  )
}

function Opened({ register, id, tab, variant, base, home }: FormPageProps) {
  const [query] = useSearchParams()
  const from = query.get('clone') ?? undefined
  const own = base ?? `${register.views.path}/${id === undefined ? 'create' : encodeURIComponent(String(id))}`
  if (id !== undefined) return <Stored register={register} id={id} tab={tab} base={own} home={home} />
  if (from !== undefined) return <Copy key={from} register={register} from={from} tab={tab} base={own} />
  return <Fresh key={`${variant ?? ''} ${query.get('n') ?? ''}`} register={register} tab={tab} variant={variant} base={own} />
}

interface PageProps {
  readonly register: Register
  readonly tab: string | undefined
  readonly base: string
}

function Stored({ register, id, tab, base, home }: PageProps & Required<Pick<FormPageProps, 'id' | 'home'>>) {
  const may = useMay()
  const say = useTranslate()
  const expressions = useFormExpressions()
  const { record, error, reload } = useRecord(register.name, id ?? '')
  if (!record) {
    if (!error) return <FormSkeleton register={register} label={say('loading')} />
    return error.status === 404 ? (
      <Missing register={register} />
    ) : (
      <Failed register={register} message={error.message} retry={reload} />
    )
  }
  const locked =
    register.locked && expressions.evaluate(register, register.locked.when, record) === true ? register.locked.message : undefined
  if (locked || (!may(register.access.change) && register.views.form.show)) {
    return <DocumentPage register={register} record={record} reason={locked ? say(locked) : undefined} home={home} />
  }
  return (
    <OnPaper sheet={<DocumentPage register={register} record={record} home={home} />}>
      <EditForm register={register} record={record} isNew={false} base={base} tab={tab} />
    </OnPaper>
  )
}

/** A form on the screen, and a sheet in its place on paper; what is typed stays where it is. */
function OnPaper({ sheet, children }: { readonly sheet: ReactNode; readonly children: ReactNode }) {
  const printing = usePrinting()
  return (
    <>
      <div style={{ display: printing ? 'none' : 'contents' }}>{children}</div>
      {printing ? sheet : null}
    </>
  )
}

/** A copy of a record, ready to be saved as a new one. */
function Copy({ register, from, tab, base }: PageProps & { readonly from: string }) {
  const model = useModel()
  const say = useTranslate()
  const { record, error, reload } = useRecord(register.name, from)
  const { origin } = useFormExpressions()
  const copy = useMemo(
    () => record && { ...newRecord(model, register.name, origin), ...cloneRecord(model, register.name, record) },
    [record, model, register, origin],
  )
  const ready = copy !== undefined
  useEffect(() => {
    if (ready) showToast({ tone: 'info', text: say(register.texts.cloned ?? 'cloned') })
  }, [ready, say, register])
  if (!copy) {
    if (!error) return <FormSkeleton register={register} label={say('loading')} />
    return error.status === 404 ? (
      <Missing register={register} />
    ) : (
      <Failed register={register} message={error.message} retry={reload} />
    )
  }
  return <EditForm register={register} record={copy} isNew base={base} tab={tab} />
}

function Fresh({ register, tab, variant, base }: PageProps & { readonly variant: string | undefined }) {
  const model = useModel()
  const { origin } = useFormExpressions()
  const chosen = register.views.form.variants.find(one => one.id === variant)
  const record = useMemo(
    (): FieldValues => ({ ...newRecord(model, register.name, origin), ...chosen?.values }),
    [model, register, origin, chosen],
  )
  return <EditForm register={register} record={record} isNew base={base} tab={tab} heading={chosen?.title} />
}

function Missing({ register }: { readonly register: Register }) {
  const say = useTranslate()
  const navigate = useNavigate()
  return (
    <EmptyState
      page
      icon={<SearchX />}
      title={say('record-not-found')}
      text={say('record-not-found-text')}
      action={
        <Button look="solid" onClick={() => navigate(register.views.path)}>
          {say('back-to-list', { title: register.title })}
        </Button>
      }
    />
  )
}

interface FailedProps {
  readonly register: Register
  readonly message: string
  retry(): unknown
}

function Failed({ register, message, retry }: FailedProps) {
  const say = useTranslate()
  return (
    <PageBox>
      <Banner
        tone="danger"
        title={say(register.texts.loadFailed ?? 'load-failed')}
        actions={<Button onClick={() => retry()}>{say('retry')}</Button>}
      >
        {message}
      </Banner>
    </PageBox>
  )
}
