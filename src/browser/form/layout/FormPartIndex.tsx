import { chakra } from '@chakra-ui/react/styled-system'
import { type RefObject, useEffect, useState } from 'react'
import type { PartState } from '../draft/formState.ts'
import { useForm } from '../formContext.ts'

const Entry = chakra('a', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '2',
    px: '3',
    py: '1.5',
    borderStartWidth: '2px',
    borderColor: 'border',
    color: 'fg.muted',
    _hover: { color: 'fg' },
    '&[aria-current]': { borderColor: 'accent.solid', color: 'accent.fg', fontWeight: 'medium' },
  },
})

const Count = chakra('span', {
  base: {
    fontSize: 'sm',
    px: '1',
    minWidth: '1.125rem',
    textAlign: 'center',
    borderRadius: 'full',
    bg: 'danger.muted',
    color: 'danger.fg',
  },
})

/** The sections by name, at the left of a long form; it follows the scrolling. */
export function FormPartIndex({
  body,
  parts,
}: {
  readonly body: RefObject<HTMLElement | null>
  readonly parts: readonly PartState[]
}) {
  const form = useForm()
  const current = useCurrent(body, parts.length)
  const idOf = (part: PartState): string => `${form.id}-section-${part.id}`
  return (
    <chakra.nav
      aria-label={form.say('sections')}
      display={{ base: 'none', lg: 'block' }}
      width="12rem"
      flexShrink={0}
      position="sticky"
      top="4"
    >
      {parts.map((part, at) => (
        <Entry
          key={part.id}
          href={`#${idOf(part)}`}
          aria-current={idOf(part) === current || (!current && at === 0) ? 'true' : undefined}
          onClick={event => {
            event.preventDefault()
            document.getElementById(idOf(part))?.scrollIntoView({ block: 'start' })
          }}
        >
          {part.title}
          {part.problems ? <Count aria-label={form.say('problems', { count: part.problems })}>{part.problems}</Count> : null}
        </Entry>
      ))}
    </chakra.nav>
  )
}

/** The id of the topmost section in view. */
function useCurrent(body: RefObject<HTMLElement | null>, count: number): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const sections = [...(body.current?.children ?? [])]
    if (sections.length !== count) return
    const seen = new Set<Element>()
    const watch = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        setCurrent(sections.find(section => seen.has(section))?.id)
      },
      { rootMargin: '0px 0px -60% 0px' },
    )
    for (const section of sections) watch.observe(section)
    return () => watch.disconnect()
  }, [body, count])
  return current
}
