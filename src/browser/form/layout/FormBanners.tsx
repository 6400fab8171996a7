import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { useForm } from '../formContext.ts'
import type { FormDraft } from '../useDraft.ts'
import type { FormSave } from '../useSave.tsx'

/** Shows notices above the form: work to take back, a save that waits for the server, one that failed. */
export function FormBanners({ saving, drafting }: { readonly saving: FormSave; readonly drafting: FormDraft }) {
  const { say, model, register } = useForm()
  const { offered } = drafting
  const failed = useRef<HTMLDivElement>(null)
  // The button is at the window's end, the reason at the page's beginning.
  useEffect(() => {
    if (saving.failure) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [saving.failure])
  if (!offered && !saving.pending && !saving.failure) return null
  return (
    <chakra.div mb="4" display="flex" flexDirection="column" gap="2">
      {offered ? (
        <Banner
          tone="info"
          title={say('work.draft', { when: momentText(offered) })}
          actions={
            <>
              <Button look="solid" size="sm" onClick={drafting.recover}>
                {say('work.recover')}
              </Button>
              <Button size="sm" onClick={drafting.discard}>
                {say('discard')}
              </Button>
            </>
          }
        />
      ) : null}
      {saving.pending ? <Banner tone="warning">{say('work.save-waits')}</Banner> : null}
      {saving.failure ? (
        <div ref={failed}>
          <Banner
            tone={model.messages[register.texts.saveFailed ?? '']?.kind === 'warning' ? 'warning' : 'danger'}
            close={{ label: say('close'), act: saving.dismiss }}
          >
            {saving.failure}
          </Banner>
        </div>
      ) : null}
    </chakra.div>
  )
}

const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short' })
const whole = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** '14:32' today, '19/11/2026, 14:32' before. */
function momentText(iso: string): string {
  const moment = new Date(iso)
  return (moment.toDateString() === new Date().toDateString() ? time : whole).format(moment)
}
