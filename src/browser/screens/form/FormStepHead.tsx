import { chakra } from '@chakra-ui/react/styled-system'
import { useTranslate } from '../../data/session.tsx'

interface Props {
  readonly title: string
  /** From 0 on. */
  readonly at: number
  readonly count: number
}

/** Over the fields of a part: which it is of how many, and its title. */
export function FormStepHead({ title, at, count }: Props) {
  const say = useTranslate()
  return (
    <chakra.header display="flex" flexDirection="column" gap="1.5">
      <chakra.div display="flex" gap="1" aria-hidden>
        {Array.from({ length: count }, (_, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name
          <chakra.span key={part} flex="1" height="0.25rem" borderRadius="full" bg={part <= at ? 'accent.solid' : 'border'} />
        ))}
      </chakra.div>
      <chakra.p textStyle="note" color="fg.muted" role="status">
        {say('form.part', { at: at + 1, count })}
      </chakra.p>
      <chakra.h2 textStyle="section">{title}</chakra.h2>
    </chakra.header>
  )
}
