import { Icon, type IconName } from '../parts/Icon';
import { choose, useTheme, type Theme } from './theme';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICON: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

export function ThemeButton() {
  const theme = useTheme();
  const label = `Theme: ${theme}. Switch to ${NEXT[theme]}`;
  return (
    <button type="button" className="icon-button" onClick={() => choose(NEXT[theme])} aria-label={label} title={label}>
      <Icon name={ICON[theme]} />
    </button>
  );
}
