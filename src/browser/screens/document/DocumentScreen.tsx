import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import { kindByName } from '../../../kinds/values.ts'
import { evaluateInScope, scopeOfReply } from '../../../model/expression.ts'
import type { Field, Screen } from '../../../model/model.ts'
import type { ScreenDocument, ShownMember } from '../../../model/screen.ts'
import { useModel, useTranslate } from '../../data/session.tsx'
import { loadWithRetry } from '../../ui/loadWithRetry.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { memberAt, rowMember } from '../replyMembers.ts'
import { useDocumentReply } from './useDocumentReply.ts'
import './document.css'

interface Props {
  readonly screen: Screen
  readonly document: ScreenDocument
}

/** The reply of a call as a page that is read and printed. */
export default function DocumentScreen({ screen, document: shown }: Props) {
  const say = useTranslate()
  const { reply, failed, record } = useDocumentReply(shown)
  const holds = useConditions(shown, record, reply)
  useTitle(screen.title)
  if (failed) {
    return (
      <main className="paper">
        <h1 className="paper-unseen">{screen.title}</h1>
        <Banner tone="danger">{say((failed === 'gone' ? shown.gone : undefined) ?? shown.failure)}</Banner>
      </main>
    )
  }
  if (reply === undefined) {
    return (
      <main className="paper" aria-busy>
        <h1 className="paper-unseen">{screen.title}</h1>
        <Skeleton height="24rem" radius="0.5rem" />
      </main>
    )
  }
  const fields = new Map(shown.members.map(field => [field.name, field]))
  const members = (all: readonly ShownMember[]): Field[] => all.flatMap(one => (holds(one) ? (fields.get(one.member) ?? []) : []))
  const facts = members(shown.facts).filter(field => !isBlank(memberAt(reply, field.name)))
  const totals = members(shown.totals)
  return (
    <main className="paper">
      <Head document={shown} fields={fields} reply={reply} fallback={screen.title}>
        <Button className="paper-print" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {shown.button}
        </Button>
      </Head>
      <dl className="paper-facts">
        {facts.map(field => (
          <div key={field.name} className={field.refinement === 'lines' ? 'is-wide' : ''}>
            <dt>{field.title}</dt>
            <dd>
              <Shown field={field} value={memberAt(reply, field.name)} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.table ? (
        <Rows title={screen.title} rows={shown.table.rows} columns={members(shown.table.columns)} reply={reply} />
      ) : null}
      <dl className="paper-totals">
        {totals.map((field, at) => (
          <div key={field.name} className={at === totals.length - 1 ? 'is-last' : ''}>
            <dt>{field.title}</dt>
            <dd>
              <Shown field={field} value={memberAt(reply, field.name)} />
            </dd>
          </div>
        ))}
      </dl>
      <Code document={shown} fields={fields} reply={reply} />
    </main>
  )
}

const codeFigure = () => loadWithRetry(() => import('../../actions/code/CodeFigure.tsx'))

/** A member as a QR code; its code comes where there is something to draw. */
function Code({ document: { code }, fields, reply }: Pick<HeadProps, 'document' | 'fields' | 'reply'>) {
  const say = useTranslate()
  const text = code && memberAt(reply, code.text)
  const wanted = typeof text === 'string' && text !== ''
  const CodeFigure = useLazyComponent(codeFigure, wanted)
  if (!code || !wanted) return null
  return (
    <section className="paper-code" aria-labelledby="paper-code" aria-busy={!CodeFigure}>
      <h2 id="paper-code">{code.title}</h2>
      {CodeFigure ? (
        <CodeFigure
          text={text}
          title={fields.get(code.text)?.title ?? code.title}
          note={code.note === undefined ? undefined : say(code.note)}
          facts={code.facts.flatMap(name => {
            const field = fields.get(name)
            return field ? [{ field, value: memberAt(reply, name) }] : []
          })}
          say={say}
        />
      ) : (
        <Skeleton height="14rem" radius="0.5rem" />
      )}
    </section>
  )
}

interface HeadProps {
  readonly document: ScreenDocument
  readonly fields: ReadonlyMap<string, Field>
  readonly reply: unknown
  readonly fallback: string
  readonly children: ReactNode
}

/** Shows the issuer: picture, name, and the lines that are known. */
function Head({ document: { head }, fields, reply, fallback, children }: HeadProps) {
  const image = head?.image === undefined ? undefined : memberAt(reply, head.image)
  const title = head === undefined ? fallback : text(fields.get(head.title), reply) || fallback
  const lines = (head?.lines ?? [])
    .map(line =>
      line
        .map(name => text(fields.get(name), reply))
        .filter(Boolean)
        .join(', '),
    )
    .filter(Boolean)
  return (
    <header className="paper-head">
      {typeof image === 'string' && image !== '' ? <img src={image} alt="" /> : null}
      <div>
        <h1>{title}</h1>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {children}
    </header>
  )
}

interface RowsProps {
  readonly title: string
  /** Path of the rows in the reply. */
  readonly rows: string
  readonly columns: readonly Field[]
  readonly reply: unknown
}

function Rows({ title, rows, columns, reply }: RowsProps) {
  const found = memberAt(reply, rows)
  const all: readonly unknown[] = Array.isArray(found) ? found : []
  return (
    // A narrow phone scrolls the table, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached
    <section className="paper-table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(field => (
              <th key={field.name} scope="col" style={{ textAlign: kindByName(field.kind).align }}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((row, at) => (
            // Rows of a document have no keys and never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={at}>
              {columns.map(field => (
                <td key={field.name} data-title={field.title} style={{ textAlign: kindByName(field.kind).align }}>
                  <Shown field={field} value={memberAt(row, rowMember(rows, field.name))} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Shown = ({ field, value }: { readonly field: Field; readonly value: unknown }) => (
  <KindCell value={asValue(value)} field={field} row={{}} title={field.title} />
)

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const text = (field: Field | undefined, reply: unknown): string => {
  const value = field && memberAt(reply, field.name)
  return field && !isBlank(value) ? kindByName(field.kind).format(asValue(value), field) : ''
}

/** Tells whether a member is shown for this reply. */
function useConditions(shown: ScreenDocument, record: Readonly<Record<string, unknown>>, reply: unknown) {
  const model = useModel()
  return useMemo(() => {
    const scope = scopeOfReply(model, shown.parameters)
    return ({ when }: ShownMember): boolean =>
      when === undefined || evaluateInScope(scope, when, { record, more: { reply } }) === true
  }, [model, shown, record, reply])
}

/** The name of the tab; what is no page of the site stays out of search engines. */
function useTitle(title: string): void {
  const [meta] = useState(() => {
    const made = document.createElement('meta')
    made.name = 'robots'
    made.content = 'noindex, nofollow'
    return made
  })
  useEffect(() => {
    document.title = title
    document.head.append(meta)
    return () => meta.remove()
  }, [title, meta])
}
