@echo off
rem Runs Sooth on JAVA_HOME's java, else the one on the PATH; it has to be 17 or newer.
rem   SOOTH_JAVA_OPTS   more options for the JVM, such as -Xmx16g
setlocal disabledelayedexpansion
if defined JAVA_HOME goto home
set "JAVA=java"
where java >nul 2>&1 || goto nojava
goto run
:home
set "JAVA=%JAVA_HOME%\bin\java.exe"
if not exist "%JAVA%" goto nojava
:run
"%JAVA%" -XX:MaxRAMPercentage=70 %SOOTH_JAVA_OPTS% -jar "%~dp0..\sooth.jar" %*
exit /b %ERRORLEVEL%
:nojava
echo sooth: needs Java 17 or newer, and finds none in JAVA_HOME or on the PATH>&2
exit /b 70
