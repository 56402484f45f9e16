import { languageNames, languages, useText } from '../../i18n/i18n.tsx';
import { densities, setPreferences, themes, usePreferences } from '../../session/preferences.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Select } from '../../ui/select.tsx';
import { Account } from './account.tsx';
import { Connections } from './connections.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './profile.module.css';
import { SecondFactor } from './second-factor.tsx';
import { Tokens } from './tokens.tsx';

export function ProfileScreen() {
  const text = useText();
  usePageTitle(text('profile.title'));
  return (
    <div className={classes.screen}>
      <h1>{text('profile.title')}</h1>
      <Account />
      <Display />
      <section className={classes.section}>
        <h2>{text('profile.password')}</h2>
        <PasswordForm />
      </section>
      <SecondFactor />
      <Connections />
      <Tokens />
    </div>
  );
}

/** Kept on this device. */
function Display() {
  const text = useText();
  const { language, theme, density } = usePreferences();
  return (
    <section className={classes.section}>
      <h2>{text('profile.display')}</h2>
      <div className={classes.fields}>
        <Select
          label={text('profile.language')}
          options={languages.map((id) => ({ id, label: languageNames[id] }))}
          value={language}
          onChange={(value) => setPreferences({ language: value })}
        />
        <Select
          label={text('profile.theme')}
          options={themes.map((id) => ({ id, label: text(`profile.theme.${id}`) }))}
          value={theme}
          onChange={(value) => setPreferences({ theme: value })}
        />
        <Select
          label={text('profile.density')}
          options={densities.map((id) => ({ id, label: text(`profile.density.${id}`) }))}
          value={density}
          onChange={(value) => setPreferences({ density: value })}
        />
      </div>
    </section>
  );
}
