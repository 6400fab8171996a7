import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { Screen } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useExpressions } from '../../data/useExpressions.ts'
import { ReportPanel } from '../../report/ReportPanel.tsx'
import type { ScreenBody } from '../screenBody.ts'

/** News of another site beside the figures; a line where there is none. */
export function NewsPanel({ screen, embed }: { readonly screen: Screen; readonly embed: ScreenBody<'embed'> }) {
  const id = useId()
  const say = useTranslate()
  const address = useExpressions('', [])(embed.address, {})
  return (
    <ReportPanel id={id} title={screen.title}>
      {typeof address === 'string' && /^https:\/\//.test(address) ? (
        <chakra.iframe
          src={address}
          title={screen.title}
          width="100%"
          height="24rem"
          border="none"
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
        />
      ) : (
        <chakra.p color="fg.muted" py="1.5">
          {say(embed.blank)}
        </chakra.p>
      )}
    </ReportPanel>
  )
}
