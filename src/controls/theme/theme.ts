import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { withCachedStyles } from './cachedStyles.ts'
import { palettes, type Shade, surfaces } from './palette.ts'

/*
 * The visual language as a Chakra system: the base config (utilities and conditions) with our own tokens and no recipe of
 * Chakra's. Every control brings its own small recipe, so a page loads the styles of what it shows and nothing else.
 */

const token = <T>(value: T) => ({ value })

/** Space and sizes on a 4 px grid: `4` is 16 px. */
const grid = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 24, 28, 32, 40, 64].map(step => [
    String(step),
    token(`${step / 4}rem`),
  ]),
)

const shaded = (shades: Readonly<Record<string, Shade>>) =>
  Object.fromEntries(Object.entries(shades).map(([name, s]) => [name, token({ base: s.light, _dark: s.dark })]))

const semanticColors = {
  ...Object.fromEntries(Object.entries(surfaces).map(([name, shades]) => [name, shaded(shades)])),
  ...Object.fromEntries(Object.entries(palettes).map(([name, shades]) => [name, shaded(shades)])),
}

const config = defineConfig({
  cssVarsPrefix: 'r',
  preflight: true,
  globalCss: {
    ':root': {
      colorScheme: 'light',
      '--control-height': '2.25rem',
      '--control-font': 'fontSizes.md',
      // A whole day and a whole time, with the button that opens a picker.
      '--control-day': '8.5rem',
      '--control-time': '6rem',
      '@media (max-width: 47.99rem), (pointer: coarse)': {
        '--control-height': '2.75rem',
        '--control-font': '1rem',
        '--control-day': '9.5rem',
        '--control-time': '6.75rem',
      },
    },
    ':root.dark': { colorScheme: 'dark' },
    html: {
      color: 'fg',
      bg: 'bg',
      fontFamily: 'body',
      fontSize: '100%',
      colorPalette: 'accent',
      '--global-color-border': 'colors.border',
      textSizeAdjust: '100%',
      scrollbarColor: '{colors.border.emphasized} transparent',
    },
    body: { fontSize: 'md', lineHeight: '1.25rem', minHeight: '100dvh', overflowWrap: 'break-word' },
    'h1, h2, h3, h4': { fontWeight: '600', textWrap: 'balance' },
    ':focus-visible': { outline: '2px solid {colors.accent.focusRing}', outlineOffset: '2px' },
    '::placeholder': { color: 'fg.subtle', opacity: 1 },
    '::selection': { bg: 'accent.emphasized' },
    'button, [role="button"], summary, select': { cursor: 'pointer' },
    ':disabled, [aria-disabled="true"]': { cursor: 'not-allowed' },
    '[popover]': { margin: 0, inset: 'auto' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // Not a short duration: a colour that all inherit would then change level by level, a frame each.
        transition: 'none !important',
      },
    },
  },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem' },
    keyframes: {
      appear: { from: { opacity: 0 } },
      rise: { from: { opacity: 0, transform: 'translateY(0.25rem)' } },
      slideRight: { from: { transform: 'translateX(2rem)', opacity: 0 } },
      slideLeft: { from: { transform: 'translateX(-2rem)', opacity: 0 } },
      spin: { to: { transform: 'rotate(360deg)' } },
      breathe: { '50%': { opacity: 0.55 } },
      slide: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } },
    },
    tokens: {
      fonts: {
        body: token('Inter, "Inter stand-in", "Segoe UI", system-ui, sans-serif'),
        mono: token('ui-monospace, Consolas, monospace'),
      },
      fontSizes: { sm: token('0.8125rem'), md: token('0.875rem'), lg: token('1rem'), xl: token('1.25rem') },
      fontWeights: { normal: token('400'), medium: token('500'), semibold: token('600') },
      spacing: grid,
      sizes: { ...grid, full: token('100%'), control: token('var(--control-height)') },
      radii: { sm: token('0.25rem'), md: token('0.375rem'), lg: token('0.625rem'), full: token('999px') },
      durations: { fast: token('120ms') },
      zIndex: { sticky: token(10), bar: token(20), overlay: token(30), skip: token(100) },
    },
    semanticTokens: {
      colors: semanticColors,
      shadows: {
        float: token({
          base: '0 1px 2px rgba(16, 32, 32, 0.06), 0 8px 24px -4px rgba(16, 32, 32, 0.16)',
          _dark: '0 1px 2px rgba(0, 0, 0, 0.5), 0 12px 32px -4px rgba(0, 0, 0, 0.6)',
        }),
        low: token({ base: '0 1px 2px rgba(16, 32, 32, 0.08)', _dark: '0 1px 2px rgba(0, 0, 0, 0.4)' }),
      },
    },
    textStyles: {
      title: { value: { fontSize: 'xl', lineHeight: '1.75rem', fontWeight: '600', letterSpacing: '-0.011em' } },
      section: { value: { fontSize: 'lg', lineHeight: '1.5rem', fontWeight: '600' } },
      body: { value: { fontSize: 'md', lineHeight: '1.25rem' } },
      table: { value: { fontSize: 'sm', lineHeight: '1.25rem' } },
      label: { value: { fontSize: 'sm', lineHeight: '1.25rem', fontWeight: '500' } },
      note: { value: { fontSize: 'sm', lineHeight: '1.125rem', color: 'fg.muted' } },
    },
  },
})

/** The system that `ChakraProvider` takes. */
export const themeSystem = withCachedStyles(() => createSystem(defaultBaseConfig, config))
