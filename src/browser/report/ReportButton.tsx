import { useState } from 'react'
import { Button, ButtonLink } from '../../controls/Button.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { fillAddress } from '../../model/fillAddress.ts'
import { parameterFields } from '../../model/report/expressionFields.ts'
import type { ReportItem } from '../../model/report.ts'
import { call } from '../data/api.ts'
import { RouterLink } from '../router/RouterLink.tsx'
import { useReport } from './reportContext.ts'

type Spec = Extract<ReportItem, { readonly button: unknown }>['button']

/** An action of the page: goes somewhere, or makes a call. */
export function ReportButton({ button }: { readonly button: Spec }) {
  const { report, record, evaluate, say, printing, isReachable } = useReport()
  const [busy, setBusy] = useState(false)
  const spec = button.call
  if (printing) return null
  if (!spec) {
    if (!isReachable(button.open ?? '/')) return null
    return (
      <div>
        <ButtonLink as={RouterLink} to={fillAddress(button.open ?? '/', record)}>
          {button.title}
        </ButtonLink>
      </div>
    )
  }
  const worked = (members: Readonly<Record<string, string>> | undefined) =>
    Object.fromEntries(
      Object.entries(members ?? {}).map(([name, expression]) => [
        name,
        evaluate(parameterFields(report.parameters), expression, record),
      ]),
    )
  const act = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = spec.body === undefined ? {} : { body: worked(spec.body) }
      await call(spec.method, fillAddress(spec.path, record), { query: worked(spec.query), ...body })
      showToast({ text: say('report.done') })
    } catch (error) {
      showToast({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button busy={busy} onClick={() => void act()}>
        {button.title}
      </Button>
    </div>
  )
}
