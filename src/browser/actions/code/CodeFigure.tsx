import { chakra } from '@chakra-ui/react/styled-system'
import { Copy } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { asValue } from '../../../kinds/asValue.ts'
import { KindCell } from '../../../kinds/cells.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { Field } from '../../../model/model.ts'
import { copyText } from '../../grid/clipboard/clipboard.ts'
import { codePath } from './codePath.ts'

interface Props {
  readonly text: string
  /** The title of the text. */
  readonly title: string
  readonly note?: string | undefined
  readonly facts: readonly { readonly field: Field; readonly value: unknown }[]
  readonly say: Translate
}

/** A text as a QR code, what it is about, and the text itself to be copied; on paper without the latter. */
export default function CodeFigure({ text, title, note, facts, say }: Props) {
  const code = useMemo(() => codePath(text), [text])
  const copy = async (): Promise<void> => {
    const done = await copyText(text)
    showToast({ text: say(done ? 'copied' : 'copy.failed'), ...(done ? {} : { tone: 'danger' }) })
  }
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="5" alignItems="flex-start" minWidth="0">
      {code ? (
        // White around it: codes are read by cameras in the dark theme, too.
        <chakra.svg
          role="img"
          aria-label={title}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
          width="14rem"
          maxWidth="100%"
          flexShrink="0"
          mx={{ mdDown: 'auto' }}
          bg="white"
          borderRadius="md"
          borderWidth="1px"
          borderColor="border"
        >
          <path d={code.path} fill="#000" />
        </chakra.svg>
      ) : null}
      <chakra.div flex="1 1 14rem" minWidth="0" display="flex" flexDirection="column" gap="3">
        <chakra.dl display="flex" flexDirection="column" gap="2">
          {facts.map(({ field, value }) => (
            <Fact key={field.name} title={field.title}>
              <KindCell value={asValue(value)} field={field} row={{}} title={field.title} />
            </Fact>
          ))}
        </chakra.dl>
        {note === undefined ? null : <p>{note}</p>}
        <chakra.div display="flex" flexDirection="column" gap="2" alignItems="flex-start" _print={{ display: 'none' }}>
          <chakra.p textStyle="note">{title}</chakra.p>
          <chakra.code fontFamily="mono" overflowWrap="anywhere" fontSize="xs">
            {text}
          </chakra.code>
          <Button icon={<Copy aria-hidden />} aria-label={`${say('copy')}: ${title}`} onClick={() => void copy()}>
            {say('copy')}
          </Button>
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <chakra.dt textStyle="note">{title}</chakra.dt>
    <chakra.dd fontWeight="semibold" overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </div>
)
